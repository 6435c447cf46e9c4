"""Messages sent during a turn: its loop picks them up before the next model call.

Such a message has a queued turn like any other, so a crash loses nothing. In the transaction that completes
the running turn, the message is marked as answered in it, its own turn then only
points there. If the running turn fails or is cancelled, the message is answered by itself.
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
    """A message that waits to be picked up."""

    message_id: UUID
    content: str


def waiting_messages(conversation_id: UUID, *, besides: Collection[UUID]) -> list[Steering]:
    """Return the messages sent since, in order, up to the first that needs its own answer."""
    found: list[Steering] = []
    for message_id, content, metadata in _queued(conversation_id=conversation_id):
        if not metadata.get(STEERS):
            break
        if message_id not in besides:
            found.append(Steering(message_id, with_attached(content, metadata)))
    return found


def mark_answered(message_ids: Sequence[UUID], turn_id: UUID) -> None:
    """Mark messages as answered in a turn, in the transaction that ends it."""
    messages = list(Message.objects.filter(pk__in=message_ids))
    for message in messages:
        message.metadata[ANSWERED_IN] = str(turn_id)
    Message.objects.bulk_update(messages, ["metadata"])


def with_attached(content: str, metadata: Mapping[str, Any]) -> str:
    """Return a message's text with the names of its files."""
    files = ", ".join(str(file["name"]) for file in metadata.get("attachments", ()))
    return f"{content}\n\n(attached: {files})" if files else content
