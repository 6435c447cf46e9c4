"""The progress of a turn: begun, understood, answered, ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from agents.events.base import Event
from intent.types import Intent
from omniforge.llm.types import ChatMessage


@dataclass(frozen=True, slots=True)
class Session(Event):
    """A turn has begun. `degraded` says in words what isn't working, for example storage."""

    type: ClassVar[str] = "session"
    conversation_id: str
    turn_number: int
    message_id: str
    title: str = ""
    degraded: str = ""


@dataclass(frozen=True, slots=True)
class AgentPhase(Event):
    """The current activity, in words for people."""

    type: ClassVar[str] = "agent_state"
    phase: Literal["thinking", "executing", "waiting"]
    label: str


@dataclass(frozen=True, slots=True)
class ModelPicked(Event):
    """The person picked a model for this answer: `id` is its role string, the names are for display.

    `note` says that the picked one is no longer available, then the workspace's own answers.
    """

    type: ClassVar[str] = "model"
    id: str
    name: str
    connection: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class IntentFound(Event):
    """The classified intent."""

    type: ClassVar[str] = "intent"
    intent: Intent


@dataclass(frozen=True, slots=True)
class ContextUsage(Event):
    """The history in use: tokens by part, the budget, and what was left out and why."""

    type: ClassVar[str] = "context_usage"
    parts: Mapping[str, int]
    tokens: int
    budget: int
    left_out: tuple[str, ...] = ()
    receipt_id: str = ""


@dataclass(frozen=True, slots=True)
class TextDelta(Event):
    """A piece of the answer's text, Markdown."""

    type: ClassVar[str] = "text_delta"
    text: str


@dataclass(frozen=True, slots=True)
class Failure(Event):
    """Something failed, in words a person can act on. `done` still follows."""

    type: ClassVar[str] = "error"
    code: str
    message: str
    retryable: bool = False
    retry_after: float | None = None


@dataclass(frozen=True, slots=True)
class Done(Event):
    """The end. `finish_reason` is completed, failed, cancelled or interrupted."""

    type: ClassVar[str] = "done"
    message_id: str
    finish_reason: Literal["completed", "failed", "cancelled", "interrupted"]
    stored: bool = True
    usage: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PromptSent:
    """The first request of a turn to its model, for the turn's receipt, not an event.

    `parts` are tokens by name. `budget` is the history's share of them.
    """

    messages: tuple[ChatMessage, ...]
    parts: Mapping[str, int]
    budget: int
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IfBrokenOff:
    """The line that ends the reply if the turn breaks off from here on, empty for none, not an event."""

    text: str


@dataclass(frozen=True, slots=True)
class NotChecked:
    """Nobody has judged whether the answer claims what wasn't done, for the turn's receipt, not an event."""
