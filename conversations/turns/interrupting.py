"""Turns whose process died: marked interrupted once their lease has run out, with what they had said."""

from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from agents.events import Done, Failure, TextDelta
from conversations.models import Message, MessageRole, MessageStatus, Turn, TurnStatus
from conversations.protocol import data_of

# Readers may have seen events that were never stored; what follows must be numbered after all of those.
_NUMBERS_LOST = 1_000_000
INTERRUPTED = Failure(
    "interrupted", "The answer was interrupted. What had been written is kept above.", retryable=True
)


def interrupt_abandoned() -> int:
    """End every running turn whose lease ran out; returns how many there were."""
    abandoned = Turn.objects.filter(status=TurnStatus.RUNNING, lease_until__lt=timezone.now())
    return sum(_interrupt(turn) for turn in abandoned.select_related("user_message", "conversation")[:100])


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
    end = Done(str(turn.answer_id), "interrupted")
    text = TextDelta(turn.partial_text)
    return [
        [1, text.type, data_of(text)],
        [_NUMBERS_LOST, INTERRUPTED.type, data_of(INTERRUPTED)],
        [_NUMBERS_LOST + 1, end.type, data_of(end)],
    ]
