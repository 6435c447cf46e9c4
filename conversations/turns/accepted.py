"""The acknowledgement of a message, and a person's own turns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from conversations.models import Message, Turn, TurnStatus
from conversations.record.selectors import turns_of
from conversations.turns.claims import Claim, claim_of
from conversations.wire.commands import EditMessage, SendMessage
from omniforge.errors import Conflict
from omniforge.tenants.access import Access


@dataclass(frozen=True, slots=True)
class Accepted:
    """The acknowledgement of a message. `claim` is set if this process is to run the turn now.

    `parent_id` is the message that this one replaces, and `title` the conversation's, if that has
    changed with it.
    """

    turn_id: UUID
    conversation_id: UUID
    message_id: UUID
    turn_number: int
    status: str
    content: str = ""
    attachments: Sequence[dict[str, Any]] = ()
    parent_id: UUID | None = None
    title: str = ""
    claim: Claim | None = None
    stored: bool = True
    repeated: bool = False
    interrupts: UUID | None = None


def accepted_as(
    turn: Turn,
    access: Access,
    *,
    title: str = "",
    repeated: bool = False,
    interrupts: UUID | None = None,
) -> Accepted:
    """Return the acknowledgement of a turn that was stored now or, if it is `repeated`, before."""
    runs_here = turn.status == TurnStatus.RUNNING and not repeated
    return Accepted(
        turn_id=turn.pk,
        conversation_id=turn.conversation_id,
        message_id=turn.user_message_id,
        turn_number=turn.number,
        status=turn.status,
        content=turn.user_message.content,
        attachments=turn.user_message.metadata.get("attachments", ()),
        parent_id=turn.user_message.parent_id,
        title=title,
        claim=claim_of(turn, access) if runs_here else None,
        repeated=repeated,
        interrupts=interrupts,
    )


def own_turns(access: Access) -> QuerySet[Turn]:
    """Return the person's turns with their messages, without those of deleted conversations."""
    return turns_of(access).select_related("user_message", "conversation")


def repeated(access: Access, command: SendMessage | EditMessage, **narrower: Any) -> Accepted | None:
    """Return the earlier acknowledgement of a message, or None.

    Raises Conflict if the id is another message's: another owner's, one excluded by `narrower`, or one with
    other text.
    """
    if not Message.objects.filter(pk=command.id).exists():
        return None
    turns = own_turns(access).filter(user_message_id=command.id, **narrower)
    turn = turns.order_by("-number").first()
    if turn is None:
        raise Conflict("This message id is taken. Make a new UUID for each message.")
    if not _says(turn.user_message, command):
        raise Conflict("This message id was used for another message. Make a new UUID for each message.")
    return accepted_as(turn, access, repeated=True)


def _says(message: Message, command: SendMessage | EditMessage) -> bool:
    """Return whether a stored message equals `command`: text, files and agent."""
    if message.content != command.content:
        return False
    if isinstance(command, EditMessage):  # it has the files of the message that it edits
        return True
    if command.conversation_id not in (None, message.conversation_id):
        return False
    files = {file["id"] for file in message.metadata.get("attachments", ())}
    agent_id = str(command.agent_id) if command.agent_id else None
    return files == set(map(str, command.attachments)) and message.metadata.get("agent_id") == agent_id
