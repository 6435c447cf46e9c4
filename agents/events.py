"""The event vocabulary: everything that a turn tells its readers, declared once.

    Event
    ├── Session        the turn has begun: its number, the stored user message
    ├── AgentPhase     agent_state: thinking, executing, waiting, with a label in words
    ├── IntentFound    intent: what was understood, how sure, by which method
    ├── ContextUsage   context_usage: tokens by part, budget, what was left out, the receipt
    ├── TextDelta      text_delta: a piece of the answer
    ├── Operation      operation: an agent, skill, ... was created, changed, read (by name)
    ├── Wizard         wizard: the open draft as a sentence, its slots and the one asked for now
    ├── OptionsOffered options: a question and what each choice would do
    ├── Failure        error: code, message, retryable
    └── Done           done: the last one, always: how it ended, message id, usage

`DialogueChanged` is no event: it tells the turn engine what the conversation waits for from now on.
How each looks on the wire is written in `conversations/protocol.py` and docs/protocol.md.
"""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from agents.dialogue import DialogueState
from intent.types import Choice, Intent


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all. `type` is its name on the wire."""

    type: ClassVar[str]


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
class Operation(Event):
    """Something in the workspace was read or changed; only services that did it give rise to one."""

    type: ClassVar[str] = "operation"
    action: Literal["create", "update", "delete", "read", "run"]
    entity_type: str
    entity_name: str
    status: Literal["started", "done", "failed"]
    entity_id: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """One blank of a draft's sentence; `state` says whether it is filled, asked for now, or still to come."""

    name: str
    label: str
    value: str
    state: Literal["done", "now", "next"]
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wizard(Event):
    """An open draft. `sentence` is made of plain text and slot names, in reading order."""

    type: ClassVar[str] = "wizard"
    title: str
    sentence: tuple[tuple[Literal["text", "slot"], str], ...]
    slots: tuple[Slot, ...]
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class OptionsOffered(Event):
    """A question with choices; each says what it would do."""

    type: ClassVar[str] = "options"
    question: str
    reason: str
    choices: tuple[Choice, ...]


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
class DialogueChanged:
    """What the conversation waits for from now on; stored with the answer, not sent."""

    state: DialogueState


Output = Event | DialogueChanged
Outputs = AsyncGenerator[Output, None]
