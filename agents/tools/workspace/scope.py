"""Where a call looks up the names it is given, and what a deletion removes."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from omniforge.projects.focus import Focus
from omniforge.tenants.access import Access


class Situated(Protocol):
    """Anything that knows the person, the subject and the turn: a ContextPack, a CallContext."""

    @property
    def access(self) -> Access: ...

    @property
    def focus(self) -> Focus: ...

    @property
    def turn_id(self) -> UUID: ...

    @property
    def now(self) -> datetime: ...

    @property
    def words(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Scope:
    """The person, the conversation's subject, the turn, the time, and the person's `words` in it."""

    access: Access
    focus: Focus
    turn_id: UUID
    now: datetime
    words: str = ""

    @classmethod
    def of(cls, situated: Situated) -> "Scope":
        return cls(situated.access, situated.focus, situated.turn_id, situated.now, situated.words)


@dataclass(frozen=True, slots=True)
class Target:
    """A thing to delete. `id` is set if it was named by id."""

    title: str
    id: UUID | None = None
