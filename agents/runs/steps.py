"""Carries out stages in order and the steps of a stage in parallel, reporting the state of each step."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field

from agents.events import Expected, PlannedStage, PlannedStep, StepChanged
from agents.tools.channel import Channel
from omniforge.errors import OmniForgeError

logger = logging.getLogger(__name__)
AT_ONCE = 5
_EXECUTOR = "tooling"


@dataclass(frozen=True, slots=True)
class Step:
    """One piece of work. `inputs` are ids of steps in earlier stages whose results it needs."""

    id: str
    title: str
    inputs: tuple[str, ...] = ()
    expects: Expected | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """Steps that don't depend on each other."""

    id: str
    name: str
    steps: tuple[Step, ...]

    def to_event(self) -> PlannedStage:
        """Return the stage as people are shown it."""
        steps = (
            PlannedStep(one.id, one.title, _EXECUTOR, one.inputs, expects=one.expects) for one in self.steps
        )
        return PlannedStage(self.id, self.name, "parallel", tuple(steps))


Results = Mapping[str, str]  # results of steps by id
ExecuteStep = Callable[[Step, Results], Awaitable[str]]


class StepWaits(Exception):
    """The step cannot go on without a person's decision. It is run again with it."""


@dataclass(slots=True)
class Progress:
    """The state of the steps: results, why some failed, which were skipped or wait."""

    results: dict[str, str] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    waiting: set[str] = field(default_factory=set)

    def lacking(self, step: Step) -> str:
        """Return the id of an input that will never arrive, or an empty string."""
        lost = {*self.failed, *self.skipped, *self.waiting}
        return next((name for name in step.inputs if name in lost), "")


@dataclass(slots=True)
class Orchestrator:
    """Runs the stages once."""

    stages: tuple[Stage, ...]
    channel: Channel
    execute: ExecuteStep
    progress: Progress = field(default_factory=Progress)
    _room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    async def run(self) -> Progress:
        """Run all steps that can run: a failed step skips only those that need it.

        It stops after a stage in which a step waits for a person.
        """
        for stage in self.stages:
            async with asyncio.TaskGroup() as group:
                for step in stage.steps:
                    group.create_task(self._run_in_turn(step))
            if self.progress.waiting:
                break
        return self.progress

    async def _run_in_turn(self, step: Step) -> None:
        async with self._room:
            if lost := self.progress.lacking(step):
                self._skip(step, lost)
            else:
                await self._run_step(step)

    async def _run_step(self, step: Step) -> None:
        self._tell(step, "running")
        began = time.monotonic()
        try:
            given = {name: self.progress.results[name] for name in step.inputs}
            self.progress.results[step.id] = await self.execute(step, given)
        except StepWaits:
            self.progress.waiting.add(step.id)
            self._tell(step, "waiting", "Waits for your approval")
        except Exception as error:  # One step must not take the others down.
            self._fail(step, error, began)
        else:
            self._tell(step, "done", began=began)

    def _fail(self, step: Step, error: Exception, began: float) -> None:
        why = error.message if isinstance(error, OmniForgeError) else "It failed on our side."
        if not isinstance(error, OmniForgeError):
            logger.error("step %s failed: %s", step.id, type(error).__name__, exc_info=error)
        self.progress.failed[step.id] = why
        self._tell(step, "failed", why, began=began)

    def _skip(self, step: Step, lost: str) -> None:
        titles = {one.id: one.title for one in self._steps()}
        why = f"It needs '{titles[lost]}', which was not done."
        self.progress.skipped[step.id] = why
        self._tell(step, "skipped", why)

    def _steps(self) -> Iterator[Step]:
        for stage in self.stages:
            yield from stage.steps

    def _tell(self, step: Step, status: str, note: str = "", *, began: float | None = None) -> None:
        took = None if began is None else round((time.monotonic() - began) * 1000)
        self.channel.send(StepChanged(step.id, step.title, status, note, took))  # type: ignore[arg-type]
