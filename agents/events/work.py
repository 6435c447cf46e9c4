"""The work of a run: its plan, steps, tool calls, approvals and files."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from agents.events.base import Event
from omniforge.files.cards import WrittenFile

ANY = "any"


@dataclass(frozen=True, slots=True)
class Expected:
    """The expected result of a step, in words. Checked by its `ids`, else its `type`, else its `count`.

    Type ANY accepts anything that a writing step wrote. One that wrote nothing has failed.
    """

    outcome: str
    ids: tuple[str, ...] = ()
    type: str = ""
    count: int | None = None


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """One step of a plan as people see it. `inputs` are the ids of the steps that it needs."""

    id: str
    title: str
    executor: str
    inputs: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    expects: Expected | None = None


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """Steps that run in parallel, or one after the other."""

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
    """The state of a step. `note` says why it failed or was skipped, `rows` is its result."""

    type: ClassVar[str] = "step"
    step_id: str
    title: str
    status: Literal["running", "done", "failed", "skipped", "waiting"]
    note: str = ""
    duration_ms: int | None = None
    rows: int = 0


@dataclass(frozen=True, slots=True)
class ToolCalled(Event):
    """A tool call begins. `label` is for people. `step_id` names the step of the plan that it serves."""

    type: ClassVar[str] = "tool_call"
    call_id: str
    tool: str
    label: str
    arguments: Mapping[str, Any]
    step_id: str = ""


@dataclass(frozen=True, slots=True)
class ToolAnswered(Event):
    """The outcome of a call: one line for people, and the displayed part of the result.

    A call that `waits` hasn't failed: it, or a call nested in it, needs approval first.
    """

    type: ClassVar[str] = "tool_result"
    call_id: str
    ok: bool
    summary: str
    duration_ms: int
    result: Any = None
    waits: bool = False


@dataclass(frozen=True, slots=True)
class ApprovalAsked(Event):
    """A call waits for approval. Its arguments can be edited. `expires_at` is ISO 8601."""

    type: ClassVar[str] = "approval"
    approval_id: str
    tool: str
    what: str
    why: str
    arguments: Mapping[str, Any]
    expires_at: str


@dataclass(frozen=True, slots=True)
class FileWritten(Event):
    """A file is ready to download."""

    type: ClassVar[str] = "file"
    file: WrittenFile
