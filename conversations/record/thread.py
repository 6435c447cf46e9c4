"""How messages are put into a conversation: once each, in their places. Every repository follows this."""

from abc import ABC, abstractmethod
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from conversations.models import MessageRole, MessageStatus
from conversations.record.titles import title_from
from conversations.record.values import MessageRecord, NewMessage
from omniforge.llm.tokens import count
from omniforge.redaction import contains_secret


class Thread(ABC):
    """One conversation, locked against other writers while messages are put into it."""

    def __init__(self, id: UUID, title: str, last_sequence: int, updated_at: datetime) -> None:
        self.id = id
        self.title = title
        self.last_sequence = last_sequence
        self.updated_at = updated_at

    @abstractmethod
    def find(self, message_id: UUID) -> MessageRecord | None:
        """Return a message of this conversation. Raises Conflict where another one has it."""

    @abstractmethod
    def is_taken(self, sequence: int) -> bool:
        """Return whether a message stands at this place."""

    @abstractmethod
    def write(self, record: MessageRecord, *, replaces: bool) -> None:
        """Keep a message: a new one, or in the place of the one with its id."""

    @abstractmethod
    def supersede(self, parent_id: UUID) -> UUID:
        """Mark all answers to a message as superseded but the last in order; returns that one's id."""

    def add(self, message: NewMessage, *, parent_id: UUID | None = None) -> MessageRecord:
        """Keep a message where it belongs, unless it is kept already; returns what is kept."""
        kept = self.find(message.id)
        if kept is None or _gives_way(kept, message):
            replaces = kept is not None
            place = kept.sequence if kept else self._place(message.sequence)
            kept = _as_kept(message, self.id, place, parent_id)
            self.write(kept, replaces=replaces)
            self._note(kept)
        return kept

    def add_turn(self, user_message: NewMessage, answer: NewMessage | None) -> tuple[MessageRecord, ...]:
        """Keep a user message, which takes two numbers, and its answer at the second of them."""
        asked = self.add(user_message)
        self.last_sequence = max(self.last_sequence, asked.sequence + 1)
        if answer is None:
            return (asked,)
        placed = replace(answer, sequence=answer.sequence or asked.sequence + 1)
        if asked.status == MessageStatus.SUPERSEDED:  # edited since: its answer has given way too
            return asked, self.add(replace(placed, status=MessageStatus.SUPERSEDED), parent_id=asked.id)
        answered = self.add(placed, parent_id=asked.id)
        if self.supersede(asked.id) != answered.id:
            answered = replace(answered, status=MessageStatus.SUPERSEDED)
        return asked, answered

    def _place(self, wanted: int | None) -> int:
        """Return the wanted place, or the next one where it is taken: better late than lost."""
        return wanted if wanted and not self.is_taken(wanted) else self.last_sequence + 1

    def _note(self, kept: MessageRecord) -> None:
        self.last_sequence = max(self.last_sequence, kept.sequence)
        self.updated_at = max(self.updated_at, kept.created_at)
        if not self.title and kept.role == MessageRole.USER:
            self.title = title_from(kept.content)


def _gives_way(kept: MessageRecord, message: NewMessage) -> bool:
    """A partial answer, kept when its process seemed dead, gives way to the whole one of the same id."""
    return kept.status == MessageStatus.PARTIAL and message.status == MessageStatus.COMPLETE


def _as_kept(
    message: NewMessage, conversation_id: UUID, sequence: int, parent_id: UUID | None
) -> MessageRecord:
    return MessageRecord(
        id=message.id,
        conversation_id=conversation_id,
        sequence=sequence,
        role=message.role,
        content=message.content,
        status=message.status,
        metadata=message.metadata,
        parent_id=parent_id,
        token_count=count(message.content),
        sensitive=contains_secret(message.content),
        created_at=message.created_at,
    )
