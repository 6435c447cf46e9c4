"""Where a call looks for what it names, and what a deletion is about."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from omniforge.projects.focus import Focus
from omniforge.tenants.access import Access


class Situated(Protocol):
    """Whatever knows who asks, about what, and in which turn: a ContextPack, a CallContext."""

    @property
    def access(self) -> Access: ...

    @property
    def focus(self) -> Focus: ...

    @property
    def turn_id(self) -> UUID: ...

    @property
    def now(self) -> datetime: ...


@dataclass(frozen=True, slots=True)
class Scope:
    """Who asks, what the conversation is about, which turn it is, and when."""

    access: Access
    focus: Focus
    turn_id: UUID
    now: datetime

    @classmethod
    def of(cls, situated: Situated) -> "Scope":
        return cls(situated.access, situated.focus, situated.turn_id, situated.now)


@dataclass(frozen=True, slots=True)
class Target:
    """A thing that is to be deleted; `id` is known if it was named by it."""

    title: str
    id: UUID | None = None
