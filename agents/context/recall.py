"""An agent's access to a person's earlier conversations, independent of their storage."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class RecalledPassage:
    """A passage from an earlier conversation of the same person. `link` opens it."""

    conversation_id: UUID
    title: str
    said_by: str
    snippet: str
    at: datetime
    link: str


@dataclass(frozen=True, slots=True)
class RecallResult:
    """The results of a search, best first. `limits` says in a sentence if and where it stopped early."""

    found: tuple[RecalledPassage, ...] = ()
    limits: str = ""


SearchConversations = Callable[[str, int], Awaitable[RecallResult]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A conversation of the person with what they wrote in it in a span of time, oldest first."""

    conversation_id: UUID
    title: str
    last: datetime  # when the newest of it was written
    words: list[str] = field(default_factory=list)


ListAsked = Callable[[datetime, datetime], Sequence[Asked]]  # from, and before; by database queries


@dataclass(frozen=True, slots=True)
class PastMessage:
    """One message of an earlier conversation."""

    said_by: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PastConversation:
    """Part of an earlier conversation, oldest first. `total` counts all its messages."""

    title: str
    link: str
    messages: tuple[PastMessage, ...]
    total: int


ReadConversation = Callable[[UUID, int, int], Awaitable[PastConversation | None]]


async def no_past_conversation(conversation_id: UUID, start: int, limit: int) -> PastConversation | None:
    """Return nothing: for a turn outside any stored conversation."""
    return None


def nothing_asked(since: datetime, until: datetime) -> Sequence[Asked]:
    """Return nothing: for a turn outside any stored conversation."""
    return ()


async def no_recall(words: str, limit: int) -> RecallResult:
    """Return nothing: for a turn outside any stored conversation."""
    return RecallResult()
