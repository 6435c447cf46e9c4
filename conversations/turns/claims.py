"""Claims on turns: taken, renewed, taken over. A constraint allows one running turn per conversation.

A claim carries the fencing token of its turn, and every later write of the holder checks it, so that a
process that was thought dead and comes back can no longer write.
"""

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import DateTimeField, Exists, ExpressionWrapper, F, OuterRef, Q
from django.db.models.functions import Now
from django.utils import timezone

from agents.context.question_options import AskOptions
from agents.models import RunTrigger
from conversations.models import Conversation, Turn, TurnStatus
from conversations.turns.steering import ANSWERED_IN
from intent.types import ActionType
from omniforge.projects.focus import EVERYTHING, Focus
from omniforge.projects.kinds import Kind
from omniforge.storage.ids import new_id
from omniforge.storage.prepared import Given, PreparedRows
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership, Role

# By the database's clock only: the clocks of two machines may differ by more than a lease.
LEASE = timedelta(seconds=15)
LEASE_END = ExpressionWrapper(Now() + LEASE, DateTimeField())
FIRST_FENCE = 1  # of a turn that has not run before, from the spool or from its row
HAS_RUN_OUT = Q(status=TurnStatus.RUNNING, lease_until__lt=Now())
_names: dict[int, str] = {}  # by process id: a fork needs another name
_first_queued = PreparedRows(
    lambda: (
        Turn.objects.filter(conversation_id=Given("id"), status=TurnStatus.QUEUED)
        .order_by("number")
        .values_list("pk")[:1]
    )
)


def this_worker() -> str:
    """Return this process's unique name as a turn runner."""
    pid = os.getpid()
    return _names.get(pid) or _names.setdefault(pid, f"{socket.gethostname()}:{pid}:{new_id().hex[-8:]}")


class LostClaim(Exception):
    """Another process has taken this turn since. Ours must not be written."""


class Storage(StrEnum):
    """Where a turn is stored: the database, the spool while that is unavailable, or nowhere on request."""

    DATABASE = "database"
    SPOOL = "spool"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to run one turn, and the data to start it.

    `agent_id` is the agent that the message starts, chosen by a schedule or a program (`trigger`).
    A message sent while another turn ran may be `answered_in` that one. `picked` is the role string
    of the model that is to answer, empty: the workspace's.
    """

    turn_id: UUID
    conversation_id: UUID
    access: Access
    number: int
    fence: int
    message_id: UUID
    message_sequence: int
    content: str
    answer_id: UUID
    answer_sequence: int
    title: str = ""
    dialogue: Mapping[str, Any] = field(default_factory=dict)
    agent_state: Mapping[str, Any] = field(default_factory=dict)
    state_version: int = 0
    focus: Focus = EVERYTHING
    forced_action: ActionType | None = None
    agent_id: UUID | None = None
    ask: AskOptions | None = None
    trigger: RunTrigger = RunTrigger.CHAT
    is_retry: bool = False
    answered_in: UUID | None = None
    picked: str = ""
    storage: Storage = Storage.DATABASE

    @property
    def ids(self) -> dict[str, UUID]:
        """The ids for log lines of this turn."""
        tenant_id = self.access.tenant_id
        return {"turn_id": self.turn_id, "conversation_id": self.conversation_id, "tenant_id": tenant_id}


def claim_of(turn: Turn, access: Access) -> Claim:
    """Return the claim of a turn that this process has just marked as running."""
    origin = turn.user_message.metadata
    return Claim(
        turn_id=turn.pk,
        conversation_id=turn.conversation_id,
        access=access,
        number=turn.number,
        fence=turn.fence,
        message_id=turn.user_message_id,
        message_sequence=turn.user_message.sequence,
        content=turn.user_message.content,
        answer_id=turn.answer_id,
        answer_sequence=turn.answer_sequence,
        title=turn.conversation.title,
        dialogue=turn.conversation.dialogue,
        agent_state=turn.conversation.agent_state,
        state_version=turn.conversation.state_version,
        focus=focus_of(turn.conversation),
        forced_action=ActionType(turn.forced_action) if turn.forced_action else None,
        agent_id=UUID(origin["agent_id"]) if "agent_id" in origin else None,
        ask=AskOptions.from_json(origin["ask"]) if "ask" in origin else None,
        trigger=trigger_of(turn),
        is_retry=turn.retry_of_id is not None,
        answered_in=_answered_in(turn),
        picked=turn.picked,
    )


def _answered_in(turn: Turn) -> UUID | None:
    """Return the turn that has already answered the message, or None if another answer is requested."""
    answered = turn.user_message.metadata.get(ANSWERED_IN)
    return UUID(answered) if answered and turn.retry_of_id is None else None


def focus_of(conversation: Conversation) -> Focus:
    """Return the focus of a conversation."""
    kind = Kind(conversation.focus_type) if conversation.focus_type else None
    return Focus(conversation.project_id, kind, conversation.focus_id)


def trigger_of(turn: Turn) -> RunTrigger:
    """Return a turn's trigger. A retry is manual, but the retry of a dry run stays a dry run."""
    trigger = RunTrigger(turn.user_message.metadata.get("trigger", RunTrigger.CHAT))
    return RunTrigger.CHAT if turn.retry_of_id and trigger != RunTrigger.DRY_RUN else trigger


def claim_next(conversation_id: UUID) -> Claim | None:
    """Take the oldest queued turn of a conversation, if none runs there, else return None."""
    queued = _first_queued(id=conversation_id)
    if not queued:  # the usual case: avoids loading the wide row
        return None
    turn = Turn.objects.select_related("user_message", "conversation").get(pk=queued[0][0])
    try:
        with transaction.atomic():
            taken = Turn.objects.filter(pk=turn.pk, status=TurnStatus.QUEUED).update(
                status=TurnStatus.RUNNING,
                fence=F("fence") + 1,
                worker=this_worker(),
                lease_until=LEASE_END,
                started_at=timezone.now(),
            )
    except IntegrityError:  # Another turn of the conversation runs: the constraint says so.
        return None
    if not taken:
        return None
    turn.fence += 1
    return claim_of(turn, access_of(turn))


def token_of_acceptance() -> str:
    """Return a new token for one acceptance of a message by this process."""
    return f"{this_worker()}/{new_id().hex}"


def transfer_claim(claim: Claim, token: str) -> None:
    """Give a turn claimed here to the process of another acceptance, which already answers it."""
    worker = token.rpartition("/")[0]
    mine = Turn.objects.filter(
        pk=claim.turn_id, fence=claim.fence, worker=this_worker(), status=TurnStatus.RUNNING
    )
    mine.update(worker=worker, lease_until=LEASE_END)


@dataclass(frozen=True, slots=True)
class Renewed:
    """The turns whose leases were renewed, and those among them that must be cancelled."""

    held: frozenset[UUID]
    cancelled: frozenset[UUID]


def renew_leases(turn_ids: list[UUID]) -> Renewed:
    """Renew the leases of turns that run here, unless another process has taken them."""
    mine = Turn.objects.filter(pk__in=turn_ids, worker=this_worker(), status=TurnStatus.RUNNING)
    mine.update(lease_until=LEASE_END)
    held = dict(mine.values_list("pk", "cancel_requested_at"))
    return Renewed(frozenset(held), frozenset(turn_id for turn_id, asked in held.items() if asked))


def conversations_waiting() -> list[UUID]:
    """Return the conversations with a queued turn and no running one."""
    running = Turn.objects.filter(conversation=OuterRef("conversation"), status=TurnStatus.RUNNING)
    waiting = Turn.objects.filter(~Exists(running), status=TurnStatus.QUEUED)
    return list(waiting.values_list("conversation_id", flat=True).distinct()[:100])


def access_of(turn: Turn) -> Access:
    """Return the asking person's current access: their role may have changed while the turn was queued.

    A turn requested with an API key keeps that key's scopes.
    """
    role = Membership.objects.filter(tenant_id=turn.tenant_id, user_id=turn.user_id).values_list(
        "role", flat=True
    )
    scopes = None if turn.scopes is None else frozenset(turn.scopes)
    return Access(turn.tenant_id, turn.user_id, Role(role.first() or Role.AUDITOR), scopes)
