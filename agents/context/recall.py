"""What an agent may know of a person's earlier conversations, without knowing how they are kept."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Remembered:
    """Something said in an earlier conversation of the same person; `link` opens that conversation there."""

    conversation_id: UUID
    title: str
    said_by: str
    snippet: str
    at: datetime
    link: str


@dataclass(frozen=True, slots=True)
class Recollection:
    """What a search found, best first. `limits` says in a sentence where it stopped before the end, if so."""

    found: tuple[Remembered, ...] = ()
    limits: str = ""


SearchConversations = Callable[[str, int], Awaitable[Recollection]]


@dataclass(frozen=True, slots=True)
class Said:
    """One message of an earlier conversation."""

    said_by: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PastConversation:
    """A part of an earlier conversation, oldest first, which has `total` messages."""

    title: str
    link: str
    messages: tuple[Said, ...]
    total: int


ReadConversation = Callable[[UUID, int, int], Awaitable[PastConversation | None]]


async def nothing_said(conversation_id: UUID, start: int, limit: int) -> PastConversation | None:
    """Return nothing: for a turn that is not part of any record."""
    return None


async def nothing_remembered(words: str, limit: int) -> Recollection:
    """Return nothing: for a turn that is not part of any record."""
    return Recollection()
