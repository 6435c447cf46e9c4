"""The repository in the database."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from conversations.models import (
    Conversation,
    MessageRole,
    TitleSource,
)
from conversations.record.repository import ConversationRepository
from conversations.record.selectors import (
    conversations_of,
    current_messages,
    messages_of,
    newest_first,
    newest_messages,
)
from conversations.record.thread import MESSAGE_COLUMNS, Thread, message_record
from conversations.record.values import ConversationRecord, Cursor, MessageRecord, NewMessage
from omniforge.errors import NotFound
from omniforge.storage.ids import new_id
from omniforge.storage.prepared import PreparedRows

_NO_END = 2**31 - 1  # beyond any message's sequence


class DjangoConversationRepository(ConversationRepository):
    """Conversations as rows. Content, titles and metadata are encrypted by their fields."""

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

    def add_message(
        self,
        conversation_id: UUID,
        role: MessageRole,
        content: str,
        metadata: Mapping[str, Any] | None = None,
        *,
        id: UUID | None = None,
    ) -> MessageRecord:
        message = NewMessage(role, content, id=id or new_id(), metadata=metadata or {})
        with self.open_thread(conversation_id) as thread:
            return thread.add(message)

    def get_messages(
        self, conversation_id: UUID, limit: int = 50, before_id: UUID | None = None
    ) -> list[MessageRecord]:
        before = self._sequence_of(conversation_id, before_id) if before_id else _NO_END
        return self._read(newest_messages(limit, MESSAGE_COLUMNS), conversation_id, before)

    def get_recent_messages(
        self, conversation_id: UUID, limit: int = 20, *, before: int | None = None
    ) -> list[MessageRecord]:
        newest = current_messages(limit, MESSAGE_COLUMNS)
        return self._read(newest, conversation_id, _NO_END if before is None else before)

    def delete_conversation(self, conversation_id: UUID) -> None:
        own = conversations_of(self.access).filter(pk=conversation_id)
        if not own.update(deleted_at=timezone.now(), session_key=""):  # frees the name for another one
            raise NotFound()

    def restore_conversation(self, conversation_id: UUID) -> ConversationRecord:
        own = Conversation.objects.filter(tenant_id=self.access.tenant_id, user_id=self.access.user_id)
        own.filter(pk=conversation_id).update(deleted_at=None)
        return self.get_conversation(conversation_id)

    def _read(self, newest: PreparedRows, conversation_id: UUID, before: int) -> list[MessageRecord]:
        own = {"tenant_id": self.access.tenant_id, "user_id": self.access.user_id}
        rows = newest(**own, conversation_id=conversation_id, before=before)
        if not rows:
            self.get_conversation(conversation_id)  # distinguishes an empty conversation from a missing one
        return [message_record(row) for row in reversed(rows)]

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
    def open_thread(self, conversation_id: UUID) -> Iterator[Thread]:
        """Lock a conversation to add messages. A clean exit stores the changes. Raises NotFound."""
        with transaction.atomic():
            row = self._row(conversations_of(self.access).select_for_update(), conversation_id)
            thread = Thread(row)
            yield thread
            thread.close()


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
