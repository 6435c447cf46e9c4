"""Adding messages to a conversation: once each, in their places."""

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any
from uuid import UUID

from conversations.models import Conversation, Message, MessageRole, MessageStatus, SearchEntry
from conversations.record.search.indexing import renew
from conversations.record.titles import title_from
from conversations.record.values import MessageRecord, NewMessage
from omniforge.errors import Conflict
from omniforge.llm.tokens import count
from omniforge.redaction import contains_secret

MESSAGE_COLUMNS = tuple(field.name for field in fields(MessageRecord))


class Thread:
    """A conversation whose row is locked until the end of the transaction, for adding messages."""

    def __init__(self, row: Conversation) -> None:
        self._row = row
        self.id, self.title = row.pk, row.title
        self.last_sequence, self.updated_at = row.last_sequence, row.updated_at

    def add(self, message: NewMessage, *, parent_id: UUID | None = None) -> MessageRecord:
        """Store a message in its place, unless it is stored already. Returns the stored one."""
        kept = self._find(message.id)
        if kept is None or _gives_way(kept, message):
            replaces = kept is not None
            place = kept.sequence if kept else self._place(message.sequence)
            kept = _as_kept(message, self.id, place, parent_id)
            self._write(kept, replaces=replaces)
            self._note(kept)
        return kept

    def add_turn(self, user_message: NewMessage, answer: NewMessage | None) -> tuple[MessageRecord, ...]:
        """Store a user message, which takes two numbers, and its answer at the second one."""
        asked = self.add(user_message)
        self.last_sequence = max(self.last_sequence, asked.sequence + 1)
        if answer is None:
            return (asked,)
        placed = replace(answer, sequence=answer.sequence or asked.sequence + 1)
        if asked.status == MessageStatus.SUPERSEDED:  # edited since: its answer is superseded too
            return asked, self.add(replace(placed, status=MessageStatus.SUPERSEDED), parent_id=asked.id)
        answered = self.add(placed, parent_id=asked.id)
        if self._supersede(asked.id) != answered.id:
            answered = replace(answered, status=MessageStatus.SUPERSEDED)
        return asked, answered

    def close(self) -> None:
        """Store the resulting changes of the conversation itself."""
        before = (self._row.title, self._row.last_sequence, self._row.updated_at)
        self._row.title, self._row.last_sequence, self._row.updated_at = now = (
            self.title,
            self.last_sequence,
            self.updated_at,
        )
        if now != before:
            self._row.save(update_fields=["title", "last_sequence", "updated_at"])

    def _find(self, message_id: UUID) -> MessageRecord | None:
        message = Message.objects.filter(pk=message_id).first()
        if message is not None and message.conversation_id != self.id:
            raise Conflict("This message id is taken. Make a new UUID for each message.")
        return message_record([getattr(message, name) for name in MESSAGE_COLUMNS]) if message else None

    def _is_taken(self, sequence: int) -> bool:
        return Message.objects.filter(conversation_id=self.id, sequence=sequence).exists()

    def _write(self, record: MessageRecord, *, replaces: bool) -> None:
        row = Message(**{field.name: getattr(record, field.name) for field in fields(record)})
        row.save(force_insert=not replaces, force_update=replaces)
        if replaces:
            renew(SearchEntry.objects.filter(message_id=record.id))

    def _supersede(self, parent_id: UUID) -> UUID:
        """Mark all answers to a message except the last as superseded. Returns the last one's id."""
        answers = Message.objects.filter(parent_id=parent_id)
        standing = answers.order_by("-sequence").values_list("pk", flat=True)[0]
        answers.exclude(pk=standing).update(status=MessageStatus.SUPERSEDED)
        return standing

    def _place(self, wanted: int | None) -> int:
        """Return the wanted place, or the next free one: out of order is better than lost."""
        return wanted if wanted and not self._is_taken(wanted) else self.last_sequence + 1

    def _note(self, kept: MessageRecord) -> None:
        self.last_sequence = max(self.last_sequence, kept.sequence)
        self.updated_at = max(self.updated_at, kept.created_at)
        if not self.title and kept.role == MessageRole.USER:
            self.title = title_from(kept.content)


def _gives_way(kept: MessageRecord, message: NewMessage) -> bool:
    """A partial answer, stored when its process seemed dead, is replaced by the complete one."""
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


def message_record(values: Sequence[Any]) -> MessageRecord:
    """Build a stored message from the values of `MESSAGE_COLUMNS`."""
    id, conversation_id, sequence, role, content, status, *others = values
    return MessageRecord(
        id, conversation_id, sequence, MessageRole(role), content, MessageStatus(status), *others
    )
