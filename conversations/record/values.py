"""Values of the repository's interface, independent of the storage."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from conversations.models import MessageRole, MessageStatus, TitleSource
from omniforge.errors import InvalidInput
from omniforge.instants import to_rfc3339
from omniforge.storage.ids import new_id
from omniforge.web.paging import NO_CURSOR


@dataclass(frozen=True, slots=True, order=True)
class Cursor:
    """A place in a list of conversations, newest first: that of the last seen one."""

    updated_at: datetime
    id: UUID

    def __str__(self) -> str:
        return f"{to_rfc3339(self.updated_at)}~{self.id.hex}"

    @classmethod
    def parse(cls, text: str) -> "Cursor":
        """Parse a cursor from its `str`. Raises InvalidInput if that fails."""
        at, _, hexadecimal = text.partition("~")
        try:
            return cls(datetime.fromisoformat(at).astimezone(UTC), UUID(hexadecimal))
        except (ValueError, OverflowError) as error:
            raise InvalidInput(NO_CURSOR) from error


@dataclass(frozen=True, slots=True)
class ConversationRecord:
    """A stored conversation."""

    id: UUID
    title: str = ""
    title_source: TitleSource = TitleSource.AUTO
    metadata: Mapping[str, Any] = field(default_factory=dict)
    pinned: bool = False
    created_at: datetime = field(default_factory=timezone.now)
    updated_at: datetime = field(default_factory=timezone.now)

    @property
    def cursor(self) -> Cursor:
        return Cursor(self.updated_at, self.id)


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message to be stored. `sequence` is its place, if it has one already."""

    role: MessageRole
    content: str
    id: UUID = field(default_factory=new_id)
    status: MessageStatus = MessageStatus.COMPLETE
    metadata: Mapping[str, Any] = field(default_factory=dict)
    sequence: int | None = None
    created_at: datetime = field(default_factory=timezone.now)


@dataclass(frozen=True, slots=True)
class MessageRecord:
    """A stored message. `token_count` 0 means not counted.

    `parent_id` is the question of an answer, or the message that an edited one replaces.
    """

    id: UUID
    conversation_id: UUID
    sequence: int
    role: MessageRole
    content: str
    status: MessageStatus = MessageStatus.COMPLETE
    metadata: Mapping[str, Any] = field(default_factory=dict)
    parent_id: UUID | None = None
    token_count: int = 0
    sensitive: bool = False
    created_at: datetime = field(default_factory=timezone.now)
