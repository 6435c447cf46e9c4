"""What a person says while a turn is being answered: its loop takes it in before the next call of the model.

Such a message has a queued turn like any other, so nothing of it is lost with the process. Once the running
turn is complete, in the same transaction, the message is marked as answered in it; its own turn then only
points there. Where the running turn fails or is cancelled, the message is answered by itself.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from conversations.models import Message, Turn, TurnStatus

STEERS, ANSWERED_IN = "steers", "answered_in"  # keys of a message's metadata


@dataclass(frozen=True, slots=True)
class Steering:
    """A message that waits to be taken in."""

    message_id: UUID
    content: str


def waiting_messages(conversation_id: UUID, *, besides: Collection[UUID]) -> list[Steering]:
    """Return what was said since, in order, up to the first message that is to be answered by itself."""
    queued = Turn.objects.filter(conversation_id=conversation_id, status=TurnStatus.QUEUED)
    found: list[Steering] = []
    for turn in queued.select_related("user_message").order_by("number"):
        message = turn.user_message
        if not message.metadata.get(STEERS):
            break
        if message.pk not in besides:
            found.append(Steering(message.pk, _words(message)))
    return found


def mark_answered(message_ids: Sequence[UUID], turn_id: UUID) -> None:
    """Note that messages were answered in a turn; inside the transaction that ends it."""
    messages = list(Message.objects.filter(pk__in=message_ids))
    for message in messages:
        message.metadata[ANSWERED_IN] = str(turn_id)
    Message.objects.bulk_update(messages, ["metadata"])


def _words(message: Message) -> str:
    files = ", ".join(str(file["name"]) for file in message.metadata.get("attachments", ()))
    return f"{message.content}\n\n(attached: {files})" if files else message.content
