"""The repository of conversations: an interface independent of the storage (seed 000, capability 2).

A repository belongs to one person in one tenant and sees nothing else: missing, deleted and other people's
conversations all raise NotFound. Messages are ordered by sequence numbers, never by time.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from conversations.models import MessageRole
from conversations.record.values import ConversationRecord, Cursor, MessageRecord
from omniforge.tenants.access import Access


class ConversationRepository(ABC):
    """Reads and writes the conversations of one person. All of it is synchronous."""

    def __init__(self, access: Access) -> None:
        self.access = access

    @abstractmethod
    def create_conversation(self, *, id: UUID | None = None, title: str = "") -> ConversationRecord:
        """Create a conversation. If `id` is one of yours already, return that one unchanged."""

    @abstractmethod
    def get_conversation(self, conversation_id: UUID) -> ConversationRecord:
        """Return a conversation. Raises NotFound."""

    @abstractmethod
    def list_conversations(
        self, limit: int = 50, offset: int = 0, *, before: Cursor | None = None
    ) -> list[ConversationRecord]:
        """Return conversations, newest first. `before` is the cursor for the next page.

        `offset` counts from the start, as the seed says. It is unstable when conversations move.
        """

    @abstractmethod
    def add_message(
        self,
        conversation_id: UUID,
        role: MessageRole,
        content: str,
        metadata: Mapping[str, Any] | None = None,
        *,
        id: UUID | None = None,
    ) -> MessageRecord:
        """Store a message at the end. The same `id` again returns the stored message.

        Raises NotFound, and Conflict if another conversation has this id.
        """

    @abstractmethod
    def get_messages(
        self, conversation_id: UUID, limit: int = 50, before_id: UUID | None = None
    ) -> list[MessageRecord]:
        """Return the newest messages, or the newest before the message `before_id`, oldest first.

        Raises NotFound for either.
        """

    @abstractmethod
    def get_recent_messages(
        self, conversation_id: UUID, limit: int = 20, *, before: int | None = None
    ) -> list[MessageRecord]:
        """Return the newest messages before sequence `before`, without superseded ones."""

    @abstractmethod
    def delete_conversation(self, conversation_id: UUID) -> None:
        """Hide a conversation until it is restored, or purged after its retention. Raises NotFound."""

    @abstractmethod
    def restore_conversation(self, conversation_id: UUID) -> ConversationRecord:
        """Undo a deletion. Raises NotFound if there is nothing of yours to restore."""
