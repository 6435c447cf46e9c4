"""The work of a run: its plan, its steps, the tools that it calls, what they ask for and write."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from agents.events.base import Event
from omniforge.files.cards import WrittenFile

ANY = "any"


@dataclass(frozen=True, slots=True)
class Expected:
    """What must come out of a step, in words; its `ids` decide, else its `type`, else its `count`.

    Of type ANY is whatever a step that has to write has written: one that wrote nothing has failed.
    """

    outcome: str
    ids: tuple[str, ...] = ()
    type: str = ""
    count: int | None = None


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """One step of a plan, as a person sees it; `inputs` are the ids of steps that it needs."""

    id: str
    title: str
    executor: str
    inputs: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    expects: Expected | None = None


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
    """How a step of the plan stands now. `note` says why it failed or was skipped, `rows` what it gave."""

    type: ClassVar[str] = "step"
    step_id: str
    title: str
    status: Literal["running", "done", "failed", "skipped", "waiting"]
    note: str = ""
    duration_ms: int | None = None
    rows: int = 0


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
    """What came of a call: one line for people, and the result as far as it is shown.

    One that `waits` has not failed: a person's word is needed first, perhaps deeper within it.
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
    """A call waits for a person's word; its arguments can be edited. `expires_at` is ISO 8601."""

    type: ClassVar[str] = "approval"
    approval_id: str
    tool: str
    what: str
    why: str
    arguments: Mapping[str, Any]
    expires_at: str


@dataclass(frozen=True, slots=True)
class FileWritten(Event):
    """A file can be downloaded from now on."""

    type: ClassVar[str] = "file"
    file: WrittenFile
