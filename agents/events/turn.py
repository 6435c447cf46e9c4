"""How a turn goes: begun, understood, answered, ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from agents.events.base import Event
from intent.types import Intent
from omniforge.llm.types import ChatMessage


@dataclass(frozen=True, slots=True)
class Session(Event):
    """A turn has begun. `degraded` says in words what is not working, for example storage."""

    type: ClassVar[str] = "session"
    conversation_id: str
    turn_number: int
    message_id: str
    title: str = ""
    degraded: str = ""


@dataclass(frozen=True, slots=True)
class AgentPhase(Event):
    """What is being done at the moment, in words for a person."""

    type: ClassVar[str] = "agent_state"
    phase: Literal["thinking", "executing", "waiting"]
    label: str


@dataclass(frozen=True, slots=True)
class ModelPicked(Event):
    """The person picked who writes this answer: a role string with its model's name and its connection's.

    `note` says in words that the picked one can't be had any more: then the workspace's own answers.
    """

    type: ClassVar[str] = "model"
    id: str
    name: str
    connection: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class IntentFound(Event):
    """What was understood."""

    type: ClassVar[str] = "intent"
    intent: Intent


@dataclass(frozen=True, slots=True)
class ContextUsage(Event):
    """What of the history is used: tokens by part, of the budget, and what was left out and why."""

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
    """Something went wrong, in words a person can act on. `done` still follows."""

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
    """The first request of a turn to its model, for the turn's receipt; it is no event.

    `parts` are tokens by name. `budget` is what the history may take of them.
    """

    messages: tuple[ChatMessage, ...]
    parts: Mapping[str, int]
    budget: int
    left_out: tuple[str, ...] = ()
