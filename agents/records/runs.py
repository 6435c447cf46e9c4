"""Queries for runs: those that wait for a person, and those that another process can take over."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from uuid import UUID

import orjson
from django.db.models import DateTimeField, F, Q, QuerySet
from django.db.models.lookups import In
from django.utils import timezone
from django.utils.translation import gettext

from agents.definitions.selectors import find_runs
from agents.models import AgentRun, Approval, ApprovalStatus, RunStatus
from agents.records.states import read_state, transcript_of
from omniforge.errors import NotFound
from omniforge.llm.types import ChatMessage
from omniforge.storage.prepared import Given, PreparedRows, Row
from omniforge.storage.together import Question
from omniforge.tenants.access import Access

_SAID = {
    ApprovalStatus.APPROVED: "approved, and made once the others are decided on",
    ApprovalStatus.REJECTED: "refused, so it is not made",
}
_waiting_in = PreparedRows(
    lambda: (
        Approval.objects.filter(
            Q(status=ApprovalStatus.PENDING) | Q(status__in=_SAID, run__status=RunStatus.WAITING),
            tenant_id=Given("tenant_id"),
            user_id=Given("user_id"),
            run__conversation_id=Given("conversation_id"),
            expires_at__gt=Given("now", DateTimeField()),
        )
        .order_by("created_at")
        .values_list("what", "status", "arguments", "run__agent_id")
    )
)


@lru_cache(maxsize=16)
def _states_of(number: int) -> PreparedRows:
    """Prepare the query for the results of the person's own agentless runs in turns `turn0`, `turn1` …"""
    turns = [Given(f"turn{place}") for place in range(number)]
    return PreparedRows(
        lambda: (
            AgentRun.objects.filter(
                In(F("turn_id"), turns), tenant_id=Given("tenant_id"), user_id=Given("user_id"), agent=None
            )
            .order_by("started_at", "id")
            .values_list("state")
        )
    )


def pending_approvals(access: Access) -> QuerySet[Approval]:
    """Return the approvals that wait for the person, oldest first."""
    return _own_approvals(access).filter(status=ApprovalStatus.PENDING, expires_at__gt=timezone.now())


def query_pending_calls(access: Access, conversation_id: UUID | None) -> Question[list[str]]:
    """Ask for the calls that wait in a conversation, oldest first, in words: for the person or for others."""
    return _which_wait(access, conversation_id, _all_of)


def list_pending_calls(access: Access, conversation_id: UUID) -> list[str]:
    """Return the calls that wait for the person in a conversation, oldest first, in words."""
    return _which_wait(access, conversation_id, _undecided_of).answer


def _which_wait(
    access: Access, conversation_id: UUID | None, read: Callable[[list[Row]], list[str]]
) -> Question[list[str]]:
    own = {"tenant_id": access.tenant_id, "user_id": access.user_id}
    return Question(_waiting_in, read, **own, conversation_id=conversation_id, now=timezone.now())


def _all_of(rows: Iterable[Row]) -> list[str]:
    return [
        f"{what} ({_SAID[ApprovalStatus(status)]})" if status in _SAID else what
        for what, status in _told(rows)
    ]


def _undecided_of(rows: Iterable[Row]) -> list[str]:
    return [what for what, status in _told(rows) if status == ApprovalStatus.PENDING]


def _told(rows: Iterable[Row]) -> Iterator[tuple[str, str]]:
    for what, status, arguments, agent in rows:  # only an agent's own run has shown its full calls
        yield f"{what} (called with {orjson.dumps(arguments).decode()})" if agent else what, status


def decided_approvals(access: Access) -> QuerySet[Approval]:
    """Return the approvals asked of the person that were approved or refused, oldest first."""
    return _own_approvals(access).filter(status__in=_SAID)


def approvals_in(access: Access, conversation_id: UUID) -> QuerySet[Approval]:
    """Return the approvals asked of the person in a conversation, decided or not, oldest first."""
    return _own_approvals(access).filter(run__conversation_id=conversation_id)


def get_approval(access: Access, approval_id: UUID, *, lock: bool = False) -> Approval:
    """Return an approval of the person's own, in any status. `lock` keeps others from deciding on it.

    Raises NotFound.
    """
    own = _own_approvals(access)
    own = own.select_for_update(of=("self",)) if lock else own
    approval = own.filter(pk=approval_id).first()
    if approval is None:
        raise NotFound(gettext("There is no such approval. It was withdrawn, or it belongs to someone else."))
    return approval


def _own_approvals(access: Access) -> QuerySet[Approval]:
    own = Approval.objects.filter(tenant_id=access.tenant_id, user_id=access.user_id)
    return own.select_related("run").order_by("created_at")


def find_waiting_run(access: Access, run_id: str) -> AgentRun | None:
    """Return a run that waits for the person, with its agent, or None if it no longer waits."""
    waiting = find_runs(access).filter(user_id=access.user_id, status=RunStatus.WAITING)
    return waiting.filter(pk=run_id).first()


def undecided_among(approvals: Iterable[UUID]) -> list[Approval]:
    """Return those of the approvals that still wait for the person."""
    return list(_still_waiting().filter(pk__in=list(approvals)))


def undecided_in_turn(turn_id: UUID) -> list[Approval]:
    """Return the approvals that a turn's run and its delegated parts still wait for."""
    return list(_still_waiting().filter(turn_id=turn_id))


def decided_in_turn(turn_id: UUID) -> QuerySet[Approval]:
    """Return the decided approvals of a turn's calls, in the order of their requests."""
    decided = Approval.objects.filter(status__in=(ApprovalStatus.APPROVED, ApprovalStatus.REJECTED))
    return decided.filter(turn_id=turn_id).order_by("created_at")


def _still_waiting() -> QuerySet[Approval]:
    waiting = Approval.objects.filter(status=ApprovalStatus.PENDING, expires_at__gt=timezone.now())
    return waiting.order_by("created_at")


def resumable(turn_ids: Iterable[UUID]) -> set[UUID]:
    """Return those of the turns whose runs were interrupted with a transcript to resume from."""
    runs = AgentRun.objects.filter(turn_id__in=list(turn_ids), status=RunStatus.RUNNING)
    kept = runs.values_list("turn_id", "state")
    return {turn_id for turn_id, state in kept if turn_id and state}


def find_unfinished_run(access: Access, turn_id: UUID) -> AgentRun | None:
    """Return a turn's own run that another process has begun and stored a state of, else None."""
    runs = find_runs(access).filter(user_id=access.user_id, turn_id=turn_id, status=RunStatus.RUNNING)
    return next((run for run in runs if transcript_of(read_state(run.state)).turns), None)


def transcripts_of(access: Access, turn_ids: Collection[UUID]) -> dict[UUID, tuple[ChatMessage, ...]]:
    """Return, by turn, the messages of the person's own runs. Runs by rules have none."""
    own = {"tenant_id": access.tenant_id, "user_id": access.user_id}
    turns = {f"turn{place}": turn_id for place, turn_id in enumerate(turn_ids)}
    found: dict[UUID, tuple[ChatMessage, ...]] = {}
    for (state,) in _states_of(len(turns))(**own, **turns) if turns else ():
        found |= transcript_of(read_state(state)).of_turns()
    return found
