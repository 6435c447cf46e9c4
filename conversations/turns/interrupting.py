"""Turns whose process died: marked interrupted once their lease has run out, with what they had said."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from agents.events import Done, Event, Failure, Session, TextDelta
from agents.runs.selectors import resumable
from conversations.models import Message, MessageRole, MessageStatus, Turn, TurnStatus
from conversations.protocol import data_of

# Readers may have seen events that were never stored; what follows must be numbered after all of those, so
# whoever takes a turn has these many numbers for itself.
NUMBERS_LOST = 1_000_000
INTERRUPTED = Failure(
    "interrupted", "The answer was interrupted, and its last words may be missing. Try again.", retryable=True
)
_TAKEN_UP = 3  # times; a turn that ends its process each time is not begun for ever


def interrupt_abandoned() -> list[UUID]:
    """End every running turn whose lease ran out, or let it be taken up; returns those that have ended.

    A turn whose agent was carrying out a plan is queued again: what the plan has done is not done twice.
    """
    running = Turn.objects.filter(status=TurnStatus.RUNNING, lease_until__lt=timezone.now())
    abandoned = list(running.select_related("user_message", "conversation")[:100])
    planned = resumable(turn.pk for turn in abandoned) if abandoned else set()
    goes_on = {turn.pk for turn in abandoned if turn.pk in planned and turn.fence < _TAKEN_UP}
    for turn_id in goes_on:
        _queue_again(turn_id)
    return [turn.pk for turn in abandoned if turn.pk not in goes_on and _interrupt(turn)]


def _queue_again(turn_id: UUID) -> None:
    Turn.objects.filter(pk=turn_id, status=TurnStatus.RUNNING, lease_until__lt=timezone.now()).update(
        status=TurnStatus.QUEUED, partial_text=""
    )


def _interrupt(turn: Turn) -> bool:
    with transaction.atomic():
        taken = Turn.objects.filter(
            pk=turn.pk, fence=turn.fence, status=TurnStatus.RUNNING, lease_until__lt=timezone.now()
        ).update(
            status=TurnStatus.INTERRUPTED,
            fence=F("fence") + 1,
            finished_at=timezone.now(),
            error_code=INTERRUPTED.code,
            events=_events(turn),
        )
        if taken:
            _keep_partial(turn)
    return bool(taken)


def _keep_partial(turn: Turn) -> None:
    Message.objects.get_or_create(
        pk=turn.answer_id,
        defaults={
            "conversation_id": turn.conversation_id,
            "parent_id": turn.user_message_id,
            "sequence": turn.answer_sequence,
            "role": MessageRole.ASSISTANT,
            "status": MessageStatus.PARTIAL,
            "content": turn.partial_text,
            "metadata": {"error": data_of(INTERRUPTED)},
        },
    )


def _events(turn: Turn) -> list[list[Any]]:
    """Return what readers are told: all that is kept, from the beginning, whatever they had seen of it."""
    kept: list[Event] = [
        Session(str(turn.conversation_id), turn.number, str(turn.user_message_id), turn.conversation.title),
        TextDelta(turn.partial_text),
        INTERRUPTED,
        Done(str(turn.answer_id), "interrupted"),
    ]
    return [[seq, told.type, data_of(told)] for seq, told in enumerate(kept, NUMBERS_LOST * turn.fence)]
