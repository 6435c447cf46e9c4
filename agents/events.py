"""The event vocabulary: everything that a turn tells its readers, declared once.

    Event
    ├── Session        the turn has begun: its number, the stored user message
    ├── AgentPhase     agent_state: thinking, executing, waiting, with a label in words
    ├── IntentFound    intent: what was understood, how sure, by which method
    ├── ContextUsage   context_usage: tokens by part, budget, what was left out, the receipt
    ├── TextDelta      text_delta: a piece of the answer
    ├── Operation      operation: an agent, skill, ... was created, changed, read (by name)
    ├── EntityPatched  entity_patch: a row of a project as it is now, by its difference to before
    ├── StateChanged   state_delta: what the agent knows, assumes and expects, by its difference to before
    ├── PlanMade       plan: its goal, stages and steps, before they run and when they are made anew
    ├── StepChanged    step: one step began, is done, failed or is skipped
    ├── ToolCalled     tool_call: a tool is called, in words and with its arguments
    ├── ToolAnswered   tool_result: what came of it, and how long it took
    ├── ApprovalAsked  approval: what waits for a person's word, why, with which arguments, until when
    ├── FileWritten    file: a file that can be downloaded
    ├── Grounding      grounding: whether documents can answer a question, and how that was found out
    ├── SourcesCited   sources: what the answer rests on
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

Action = Literal["create", "update", "delete", "read", "list", "search", "move", "run"]


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
    """Something in the workspace is read or changed, or was: `done` only by word of the service that did it.

    With `call_id` it belongs to that call of a tool: what is done, or has failed, takes the place of what was
    started, and once the call is answered nothing of it is going on.
    """

    type: ClassVar[str] = "operation"
    action: Action
    entity_type: str
    entity_name: str
    status: Literal["started", "done", "failed"]
    entity_id: str = ""
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class EntityPatched(Event):
    """A project, document, entity or edge is at `version` now, by what was committed (seed 003, section 6.3).

    `patch` and `inverse` are RFC 6902; where both are empty the change is too large to send: ask for the row.
    """

    type: ClassVar[str] = "entity_patch"
    entity_type: str
    entity_id: str
    entity_name: str
    project_id: str
    action: str
    version: int
    patch: tuple[Mapping[str, Any], ...]
    inverse: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class StateChanged(Event):
    """The agent's state is at `version` now (seed 003, section 8.6); both patches are RFC 6902."""

    type: ClassVar[str] = "state_delta"
    version: int
    patch: tuple[Mapping[str, Any], ...]
    inverse: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """One step of a plan, as a person sees it; `inputs` are the ids of steps that it needs."""

    id: str
    title: str
    executor: str
    inputs: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """Steps that run at the same time, or one after the other."""

    id: str
    name: str
    mode: Literal["parallel", "sequence"]
    steps: tuple[PlannedStep, ...]


@dataclass(frozen=True, slots=True)
class PlanMade(Event):
    """A plan that is about to run (seed 003, section 10)."""

    type: ClassVar[str] = "plan"
    plan_id: str
    goal: str
    stages: tuple[PlannedStage, ...]


@dataclass(frozen=True, slots=True)
class StepChanged(Event):
    """How a step of the plan stands now. `note` says why it failed or was skipped, or what it gave."""

    type: ClassVar[str] = "step"
    step_id: str
    title: str
    status: Literal["running", "done", "failed", "skipped", "waiting"]
    note: str = ""
    duration_ms: int | None = None


@dataclass(frozen=True, slots=True)
class ToolCalled(Event):
    """A tool is called now. `label` is for people; `step_id` names the step of the plan that it serves."""

    type: ClassVar[str] = "tool_call"
    call_id: str
    tool: str
    label: str
    arguments: Mapping[str, Any]
    step_id: str = ""


@dataclass(frozen=True, slots=True)
class ToolAnswered(Event):
    """What came of a call: one line for people, and the result as far as it is shown."""

    type: ClassVar[str] = "tool_result"
    call_id: str
    ok: bool
    summary: str
    duration_ms: int
    result: Any = None


@dataclass(frozen=True, slots=True)
class ApprovalAsked(Event):
    """A call waits for a person's word; its arguments can be edited. `expires_at` is ISO 8601."""

    type: ClassVar[str] = "approval"
    approval_id: str
    tool: str
    what: str
    why: str
    arguments: Mapping[str, Any]
    expires_at: str


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that a tool wrote; `size` is bytes, `link` downloads it."""

    id: str
    name: str
    media_type: str
    size: int
    link: str


@dataclass(frozen=True, slots=True)
class FileWritten(Event):
    """A file can be downloaded from now on."""

    type: ClassVar[str] = "file"
    file: WrittenFile


@dataclass(frozen=True, slots=True)
class Source:
    """What an answer rests on: a page, a document, an earlier conversation."""

    title: str
    link: str
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class Grounding(Event):
    """How well the documents can answer a question: `score` of 100, answered from `threshold` on (seed 004).

    `flags` say what in it looks like an order to the model, `attempts` counts the searches, `steps` tells it
    all in words.
    """

    type: ClassVar[str] = "grounding"
    score: int
    threshold: int
    reason: str
    flags: tuple[str, ...] = ()
    attempts: int = 0
    rewritten_query: str = ""
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SourcesCited(Event):
    """What the answer rests on."""

    type: ClassVar[str] = "sources"
    sources: tuple[Source, ...]


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
