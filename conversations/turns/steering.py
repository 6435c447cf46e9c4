"""What a person says while a turn is being answered: its loop takes it in before the next call of the model.

Such a message has a queued turn like any other, so nothing of it is lost with the process. Once the running
turn is complete, in the same transaction, the message is marked as answered in it; its own turn then only
points there. Where the running turn fails or is cancelled, the message is answered by itself.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from conversations.models import Message, Turn, TurnStatus
from omniforge.storage.prepared import Given, PreparedRows

STEERS, ANSWERED_IN = "steers", "answered_in"  # keys of a message's metadata
_queued = PreparedRows(
    lambda: (
        Turn.objects.filter(conversation_id=Given("conversation_id"), status=TurnStatus.QUEUED)
        .order_by("number")
        .values_list("user_message_id", "user_message__content", "user_message__metadata")
    )
)


@dataclass(frozen=True, slots=True)
class Steering:
    """A message that waits to be taken in."""

    message_id: UUID
    content: str


def waiting_messages(conversation_id: UUID, *, besides: Collection[UUID]) -> list[Steering]:
    """Return what was said since, in order, up to the first message that is to be answered by itself."""
    found: list[Steering] = []
    for message_id, content, metadata in _queued(conversation_id=conversation_id):
        if not metadata.get(STEERS):
            break
        if message_id not in besides:
            found.append(Steering(message_id, with_attached(content, metadata)))
    return found


def mark_answered(message_ids: Sequence[UUID], turn_id: UUID) -> None:
    """Note that messages were answered in a turn; inside the transaction that ends it."""
    messages = list(Message.objects.filter(pk__in=message_ids))
    for message in messages:
        message.metadata[ANSWERED_IN] = str(turn_id)
    Message.objects.bulk_update(messages, ["metadata"])


def with_attached(content: str, metadata: Mapping[str, Any]) -> str:
    """Return what was said, and the names of the files that came with it."""
    files = ", ".join(str(file["name"]) for file in metadata.get("attachments", ()))
    return f"{content}\n\n(attached: {files})" if files else content
