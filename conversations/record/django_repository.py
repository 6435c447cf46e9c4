"""The record in the database."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from conversations.models import (
    Conversation,
    Message,
    MessageRole,
    MessageStatus,
    SearchEntry,
    TitleSource,
)
from conversations.record.repository import ConversationRepository
from conversations.record.search.indexing import renew
from conversations.record.selectors import (
    conversations_of,
    messages_of,
    newest_first,
    newest_messages,
    standing_messages,
)
from conversations.record.thread import Thread
from conversations.record.values import ConversationRecord, Cursor, MessageRecord
from omniforge.errors import Conflict, NotFound
from omniforge.storage.ids import new_id
from omniforge.storage.prepared import PreparedRows

_NO_END = 2**31 - 1  # a sequence that no message reaches


class DjangoConversationRepository(ConversationRepository):
    """Conversations as rows; content, titles and metadata are encrypted by their fields."""

    def create_conversation(self, *, id: UUID | None = None, title: str = "") -> ConversationRecord:
        row, created = Conversation.objects.get_or_create(
            pk=id or new_id(),
            defaults={"tenant_id": self.access.tenant_id, "user_id": self.access.user_id, "title": title},
        )
        return _conversation(row) if created else self.get_conversation(row.pk)

    def get_conversation(self, conversation_id: UUID) -> ConversationRecord:
        return _conversation(self._row(conversations_of(self.access), conversation_id))

    def list_conversations(
        self, limit: int = 50, offset: int = 0, *, before: Cursor | None = None
    ) -> list[ConversationRecord]:
        rows = newest_first(conversations_of(self.access), before).defer("dialogue", "agent_state")
        return [_conversation(row) for row in rows[offset : offset + limit]]

    def get_messages(
        self, conversation_id: UUID, limit: int = 50, before_id: UUID | None = None
    ) -> list[MessageRecord]:
        before = self._sequence_of(conversation_id, before_id) if before_id else _NO_END
        return self._read(newest_messages(limit, _COLUMNS), conversation_id, before)

    def get_recent_messages(
        self, conversation_id: UUID, limit: int = 20, *, before: int | None = None
    ) -> list[MessageRecord]:
        newest = standing_messages(limit, _COLUMNS)
        return self._read(newest, conversation_id, _NO_END if before is None else before)

    def delete_conversation(self, conversation_id: UUID) -> None:
        own = conversations_of(self.access).filter(pk=conversation_id)
        if not own.update(deleted_at=timezone.now(), session_key=""):  # the name is free for another one
            raise NotFound()

    def restore_conversation(self, conversation_id: UUID) -> ConversationRecord:
        own = Conversation.objects.filter(tenant_id=self.access.tenant_id, user_id=self.access.user_id)
        own.filter(pk=conversation_id).update(deleted_at=None)
        return self.get_conversation(conversation_id)

    def _read(self, newest: PreparedRows, conversation_id: UUID, before: int) -> list[MessageRecord]:
        own = {"tenant_id": self.access.tenant_id, "user_id": self.access.user_id}
        rows = newest(**own, conversation_id=conversation_id, before=before)
        if not rows:
            self.get_conversation(conversation_id)  # Nothing said yet, or nothing of yours?
        return [_record(row) for row in reversed(rows)]

    def _sequence_of(self, conversation_id: UUID, message_id: UUID) -> int:
        own = messages_of(self.access, conversation_id).filter(pk=message_id)
        sequence = own.values_list("sequence", flat=True).first()
        if sequence is None:
            raise NotFound()
        return sequence

    def _row(self, rows: QuerySet[Conversation], conversation_id: UUID) -> Conversation:
        row = rows.filter(pk=conversation_id).first()
        if row is None:
            raise NotFound()
        return row

    @contextmanager
    def _open(self, conversation_id: UUID) -> Iterator[Thread]:
        with transaction.atomic():
            row = self._row(conversations_of(self.access).select_for_update(), conversation_id)
            thread = RowThread(row)
            yield thread
            thread.close()


class RowThread(Thread):
    """A conversation's row, locked until the end of the transaction."""

    def __init__(self, row: Conversation) -> None:
        super().__init__(row.pk, row.title, row.last_sequence, row.updated_at)
        self._row = row

    def find(self, message_id: UUID) -> MessageRecord | None:
        message = Message.objects.filter(pk=message_id).first()
        if message is not None and message.conversation_id != self.id:
            raise Conflict("This message id is taken. Make a new UUID for each message.")
        return _message(message) if message else None

    def is_taken(self, sequence: int) -> bool:
        return Message.objects.filter(conversation_id=self.id, sequence=sequence).exists()

    def write(self, record: MessageRecord, *, replaces: bool) -> None:
        row = Message(**{field.name: getattr(record, field.name) for field in fields(record)})
        row.save(force_insert=not replaces, force_update=replaces)
        if replaces:
            renew(SearchEntry.objects.filter(message_id=record.id))

    def supersede(self, parent_id: UUID) -> UUID:
        answers = Message.objects.filter(parent_id=parent_id)
        standing = answers.order_by("-sequence").values_list("pk", flat=True)[0]
        answers.exclude(pk=standing).update(status=MessageStatus.SUPERSEDED)
        return standing

    def close(self) -> None:
        """Keep what the messages changed in the conversation itself."""
        before = (self._row.title, self._row.last_sequence, self._row.updated_at)
        self._row.title, self._row.last_sequence, self._row.updated_at = now = (
            self.title,
            self.last_sequence,
            self.updated_at,
        )
        if now != before:
            self._row.save(update_fields=["title", "last_sequence", "updated_at"])


def _conversation(row: Conversation) -> ConversationRecord:
    return ConversationRecord(
        id=row.pk,
        title=row.title,
        title_source=TitleSource(row.title_source),
        metadata=row.metadata,
        pinned=row.pinned,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


_COLUMNS = tuple(field.name for field in fields(MessageRecord))


def _message(row: Message) -> MessageRecord:
    return _record([getattr(row, name) for name in _COLUMNS])


def _record(values: Sequence[Any]) -> MessageRecord:
    id, conversation_id, sequence, role, content, status, *others = values
    return MessageRecord(
        id, conversation_id, sequence, MessageRole(role), content, MessageStatus(status), *others
    )
