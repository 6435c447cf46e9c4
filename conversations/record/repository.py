"""The repository of conversations: one interface to the record, whatever keeps it (seed 000, capability 2).

A repository is made for one person in one tenant and sees nothing else: what is missing, deleted or somebody
else's raises NotFound alike. Messages stand in the order of their sequence numbers, never of their times.
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
        """Start a conversation. With an `id` that is yours already, return that one; its title stays."""

    @abstractmethod
    def get_conversation(self, conversation_id: UUID) -> ConversationRecord:
        """Return a conversation. Raises NotFound."""

    @abstractmethod
    def list_conversations(
        self, limit: int = 50, offset: int = 0, *, before: Cursor | None = None
    ) -> list[ConversationRecord]:
        """Return conversations, newest first: those after `before` in that order, which is how to page.

        `offset` counts from the start, as the document has it; it slips when conversations move in between.
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
        """Store a message at the end; the same `id` again returns the message that is stored already.

        Raises NotFound, and Conflict where another conversation has this id.
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
        """Return the newest messages before the place `before`, without those that were superseded."""

    @abstractmethod
    def delete_conversation(self, conversation_id: UUID) -> None:
        """Hide a conversation until it is restored, or purged by the tenant's retention. Raises NotFound."""

    @abstractmethod
    def restore_conversation(self, conversation_id: UUID) -> ConversationRecord:
        """Take a deletion back. Raises NotFound where there is nothing of yours to restore."""
