"""What a plan is: stages in order, each of steps that run at the same time or one after the other."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Self

from agents.events import Expected, PlanMade, PlannedStage, PlannedStep


class Executor(StrEnum):
    """Who carries out a step."""

    PLANNER = "planner"
    RESEARCH = "research"
    WRITER = "writer"
    EDITOR = "editor"
    TOOLING = "tooling"


@dataclass(frozen=True, slots=True)
class StepCall:
    """The one call that a rule-made step makes.

    `wanted` is how many rows were asked for: where there are fewer, it looks on. `table` is what it writes.
    """

    tool: str
    arguments: Mapping[str, Any]
    wanted: int | None = None
    table: "StepTable | None" = None


@dataclass(frozen=True, slots=True)
class StepTable:
    """Rows that are known, or those of the step `rows_of`; in these columns, or as they come."""

    columns: tuple[str, ...] = ()
    rows: tuple[Mapping[str, Any], ...] = ()
    rows_of: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One piece of work. `inputs` are the steps whose results it needs, `outputs` name what it makes.

    `told` is what is said of it once it is done, where its result does not say that by itself. `expects` is
    what must come out of it, where that is known before it runs.
    """

    id: str
    title: str
    executor: str
    intent: str = "create"
    tools: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    call: StepCall | None = None
    told: str = ""
    expects: Expected | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """Steps that belong together; in a sequence each step waits for the one before."""

    id: str
    name: str
    mode: Literal["parallel", "sequence"]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A goal and the way to it."""

    goal: str
    stages: tuple[Stage, ...]
    constraints: tuple[str, ...] = field(default=())

    def steps(self) -> Iterator[Step]:
        """Yield all steps, stage by stage."""
        for stage in self.stages:
            yield from stage.steps

    def to_event(self, plan_id: str) -> PlanMade:
        """Return the plan as people are shown it."""
        return PlanMade(plan_id, self.goal, tuple(_shown(stage) for stage in self.stages))

    @classmethod
    def from_stages(cls, goal: str, stages: list[dict[str, Any]], constraints: list[str]) -> Self:
        """Return the plan whose stages were kept as JSON data (`dataclasses.asdict`)."""
        return cls(goal, tuple(_stage(one) for one in stages), tuple(constraints))


def _shown(stage: Stage) -> PlannedStage:
    steps = (
        PlannedStep(one.id, one.title, one.executor, one.inputs, one.tools, one.expects)
        for one in stage.steps
    )
    return PlannedStage(stage.id, stage.name, stage.mode, tuple(steps))


def _stage(data: dict[str, Any]) -> Stage:
    return Stage(data["id"], data["name"], data["mode"], tuple(_step(one) for one in data["steps"]))


def _step(data: dict[str, Any]) -> Step:
    lists = {name: tuple(data[name]) for name in ("tools", "inputs", "outputs")}
    parts = {name: read(data[name]) if data.get(name) else None for name, read in _PARTS}
    return Step(**{**data, **lists, **parts})


def _call(data: dict[str, Any]) -> StepCall:
    table = data["table"]
    kept = StepTable(tuple(table["columns"]), tuple(table["rows"]), table["rows_of"]) if table else None
    return StepCall(**{**data, "table": kept})


def _expected(data: dict[str, Any]) -> Expected:
    return Expected(**{**data, "ids": tuple(data["ids"])})


_PARTS = (("call", _call), ("expects", _expected))
