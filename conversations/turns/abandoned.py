"""Turns of dead processes: marked interrupted once their lease has expired, with their text so far."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from agents.events import Done, Event, Failure, Session, TextDelta
from agents.records.runs import resumable
from conversations.models import Message, MessageRole, MessageStatus, Turn, TurnStatus
from conversations.turns.claims import HAS_RUN_OUT, Claim, LostClaim
from conversations.wire.protocol import data_of

# Readers may have seen events that were never stored; later events must be numbered after all of those, so
# each process that takes a turn gets its own range of this size.
NUMBERS_LOST = 1_000_000
INTERRUPTED = Failure(
    "interrupted", "The answer was interrupted, and its last words may be missing. Try again.", retryable=True
)
RESTARTED = Failure(
    "interrupted",
    "The server was restarted meanwhile. What stands above is all that was written. Try again.",
    retryable=True,
)
_TAKEN_UP = 3  # times; a turn that crashes its process each time is not restarted for ever


def require_may_end(claim: Claim) -> None:
    """Return if this process should end a turn that it stops answering. Raise LostClaim if not.

    Another process may have taken it. A turn that is executing a plan is queued again for others.
    """
    ours = Turn.objects.filter(pk=claim.turn_id, fence=claim.fence, status=TurnStatus.RUNNING)
    if not ours.exists() or (_is_resumable(claim) and _put_back(ours)):
        raise LostClaim(str(claim.turn_id))


def _is_resumable(claim: Claim) -> bool:
    return claim.fence < _TAKEN_UP and claim.turn_id in resumable([claim.turn_id])


def _put_back(turns: QuerySet[Turn]) -> bool:
    return bool(turns.update(status=TurnStatus.QUEUED, partial_text=""))


def abandoned_turns() -> list[Turn]:
    """Return running turns with an expired lease that cannot be resumed.

    A turn that was executing a plan is queued again: finished steps are not repeated.
    """
    running = Turn.objects.filter(HAS_RUN_OUT)
    abandoned = list(running.select_related("user_message", "conversation")[:100])
    planned = resumable(turn.pk for turn in abandoned) if abandoned else set()
    goes_on = {turn.pk for turn in abandoned if turn.pk in planned and turn.fence < _TAKEN_UP}
    for turn_id in goes_on:
        _put_back(Turn.objects.filter(HAS_RUN_OUT, pk=turn_id))
    return [turn for turn in abandoned if turn.pk not in goes_on]


def interrupt(turn: Turn, told: Sequence[Sequence[Any]]) -> bool:
    """End an abandoned turn, unless another process has. Returns whether it was ended here.

    `told` are its events if a log survived, otherwise its text up to the last checkpoint is kept.
    """
    text = "".join(row[2] for row in told if row[1] == "text")
    if len(text) < len(turn.partial_text):
        told, text = (), turn.partial_text
    with transaction.atomic():
        taken = Turn.objects.filter(HAS_RUN_OUT, pk=turn.pk, fence=turn.fence).update(
            status=TurnStatus.INTERRUPTED,
            fence=F("fence") + 1,
            finished_at=timezone.now(),
            error_code=INTERRUPTED.code,
            events=_events(turn, told),
        )
        if taken:
            _keep_partial(turn, text)
    return bool(taken)


def _keep_partial(turn: Turn, text: str) -> None:
    Message.objects.get_or_create(
        pk=turn.answer_id,
        defaults={
            "conversation_id": turn.conversation_id,
            "parent_id": turn.user_message_id,
            "sequence": turn.answer_sequence,
            "role": MessageRole.ASSISTANT,
            "status": MessageStatus.PARTIAL,
            "content": text,
            "metadata": {"error": data_of(INTERRUPTED)},
        },
    )


def _events(turn: Turn, told: Sequence[Sequence[Any]]) -> list[Sequence[Any]]:
    """Return the events, and the final ones.

    If only a checkpoint is known, its events start over, whatever readers had seen.
    """
    end: list[Event] = [INTERRUPTED, Done(str(turn.answer_id), "interrupted")]
    if not told:
        end = [_session(turn), TextDelta(turn.partial_text), *end]
    numbered = enumerate(end, NUMBERS_LOST * turn.fence)
    return [*told, *([seq, event.type, data_of(event)] for seq, event in numbered)]


def _session(turn: Turn) -> Session:
    return Session(str(turn.conversation_id), turn.number, str(turn.user_message_id), turn.conversation.title)
