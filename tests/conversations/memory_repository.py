"""The record in memory: a second repository, by which tests hold the interface to what it promises."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import RLock
from uuid import UUID

from conversations.models import MessageStatus
from conversations.record.repository import ConversationRepository
from conversations.record.thread import Thread
from conversations.record.values import ConversationRecord, Cursor, MessageRecord
from omniforge.errors import Conflict, NotFound
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access


@dataclass(slots=True)
class _Kept:
    """A conversation with whose it is, and its messages by id."""

    record: ConversationRecord
    access: Access
    messages: dict[UUID, MessageRecord] = field(default_factory=dict)
    last_sequence: int = 0
    deleted: bool = False


@dataclass(slots=True)
class MemoryStore:
    """What the repositories of several people share."""

    conversations: dict[UUID, _Kept] = field(default_factory=dict)
    lock: RLock = field(default_factory=RLock)


class InMemoryConversationRepository(ConversationRepository):
    """Conversations as values in a shared store, under one lock."""

    def __init__(self, access: Access, store: MemoryStore) -> None:
        super().__init__(access)
        self._store = store

    def create_conversation(self, *, id: UUID | None = None, title: str = "") -> ConversationRecord:
        with self._store.lock:
            record = ConversationRecord(id or new_id(), title)
            if record.id in self._store.conversations:
                return self.get_conversation(record.id)
            self._store.conversations[record.id] = _Kept(record, self.access)
            return record

    def get_conversation(self, conversation_id: UUID) -> ConversationRecord:
        return self._find(conversation_id).record

    def list_conversations(
        self, limit: int = 50, offset: int = 0, *, before: Cursor | None = None
    ) -> list[ConversationRecord]:
        own = (kept for kept in self._store.conversations.values() if self._sees(kept))
        following = [kept.record for kept in own if before is None or kept.record.cursor < before]
        return sorted(following, key=lambda record: record.cursor, reverse=True)[offset : offset + limit]

    def get_messages(
        self, conversation_id: UUID, limit: int = 50, before_id: UUID | None = None
    ) -> list[MessageRecord]:
        messages = self._find(conversation_id).messages
        if before_id and before_id not in messages:
            raise NotFound()
        return self._before(conversation_id, messages[before_id].sequence if before_id else None)[-limit:]

    def get_recent_messages(
        self, conversation_id: UUID, limit: int = 20, *, before: int | None = None
    ) -> list[MessageRecord]:
        said = self._before(conversation_id, before)
        return [message for message in said if message.status != MessageStatus.SUPERSEDED][-limit:]

    def delete_conversation(self, conversation_id: UUID) -> None:
        self._find(conversation_id).deleted = True

    def restore_conversation(self, conversation_id: UUID) -> ConversationRecord:
        kept = self._store.conversations.get(conversation_id)
        if kept and self._owns(kept):
            kept.deleted = False
        return self.get_conversation(conversation_id)

    def _before(self, conversation_id: UUID, place: int | None) -> list[MessageRecord]:
        messages = self._find(conversation_id).messages.values()
        said = (message for message in messages if place is None or message.sequence < place)
        return sorted(said, key=lambda message: message.sequence)

    def _owns(self, kept: _Kept) -> bool:
        owner = (kept.access.tenant_id, kept.access.user_id)
        return owner == (self.access.tenant_id, self.access.user_id)

    def _sees(self, kept: _Kept) -> bool:
        return self._owns(kept) and not kept.deleted

    def _find(self, conversation_id: UUID) -> _Kept:
        kept = self._store.conversations.get(conversation_id)
        if kept is None or not self._sees(kept):
            raise NotFound()
        return kept

    @contextmanager
    def _open(self, conversation_id: UUID) -> Iterator[Thread]:
        with self._store.lock:
            kept = self._find(conversation_id)
            draft = replace(kept, messages=dict(kept.messages))
            thread = _MemoryThread(draft, self._store)
            yield thread
            kept.messages, kept.last_sequence = draft.messages, thread.last_sequence
            kept.record = replace(kept.record, title=thread.title, updated_at=thread.updated_at)


class _MemoryThread(Thread):
    """A copy of a conversation, so that a failure half-way leaves nothing behind."""

    def __init__(self, draft: _Kept, store: MemoryStore) -> None:
        super().__init__(draft.record.id, draft.record.title, draft.last_sequence, draft.record.updated_at)
        self._messages = draft.messages
        self._store = store

    def find(self, message_id: UUID) -> MessageRecord | None:
        elsewhere = (kept for id, kept in self._store.conversations.items() if id != self.id)
        if any(message_id in kept.messages for kept in elsewhere):
            raise Conflict("This message id is taken. Make a new UUID for each message.")
        return self._messages.get(message_id)

    def is_taken(self, sequence: int) -> bool:
        return any(message.sequence == sequence for message in self._messages.values())

    def write(self, record: MessageRecord, *, replaces: bool) -> None:
        self._messages[record.id] = record

    def supersede(self, parent_id: UUID) -> UUID:
        answers = [message for message in self._messages.values() if message.parent_id == parent_id]
        standing = max(answers, key=lambda answer: answer.sequence)
        for answer in answers:
            if answer is not standing:
                self._messages[answer.id] = replace(answer, status=MessageStatus.SUPERSEDED)
        return standing.id
