"""Carries out a plan: stages in order, steps of a parallel stage at once, each telling how it stands."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from agents.events import StepChanged
from agents.models import StepStatus
from agents.plans.checking import needs_of
from agents.plans.plan import Plan, Stage, Step
from agents.plans.rendering import rows_of
from agents.plans.storing import StepResult, note_step
from agents.runs.channel import Channel
from omniforge.database import in_database
from omniforge.errors import OmniForgeError

logger = logging.getLogger(__name__)
AT_ONCE = 5

Results = Mapping[str, StepResult]
ExecuteStep = Callable[[Step, Results], Awaitable[StepResult]]


class StepWaits(Exception):
    """The step cannot go on without a person's decision; it is begun again with it."""


@dataclass(slots=True)
class Progress:
    """How far a plan is: what its steps gave, why some failed, which were skipped or wait."""

    results: dict[str, StepResult] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    waiting: set[str] = field(default_factory=set)

    def lacking(self, step: Step) -> str:
        """Return the id of an input that will not come, or an empty string."""
        lost = {*self.failed, *self.skipped, *self.waiting}
        return next((name for name in step.inputs if name in lost), "")


class Orchestrator:
    """Runs one plan once. What is in `progress` already is not done again."""

    def __init__(self, plan_id: UUID, plan: Plan, channel: Channel, execute: ExecuteStep) -> None:
        self.progress = Progress()
        self._plan_id = plan_id
        self._plan = plan
        self._channel = channel
        self._execute = execute
        self._room = asyncio.Semaphore(AT_ONCE)

    async def run(self) -> Progress:
        """Carry out what can be: a failed step skips those that need it, and nothing else.

        It stops after a stage in which a step waits for a person.
        """
        for stage in self._plan.stages:
            await self._run_stage(stage)
            if self.progress.waiting:
                break
        return self.progress

    async def _run_stage(self, stage: Stage) -> None:
        needs, ended = needs_of(stage), {step.id: asyncio.Event() for step in stage.steps}
        async with asyncio.TaskGroup() as group:
            for step in stage.steps:
                group.create_task(self._run_in_turn(step, [ended[one] for one in needs[step.id]], ended))

    async def _run_in_turn(
        self, step: Step, before: list[asyncio.Event], ended: dict[str, asyncio.Event]
    ) -> None:
        for one in before:
            await one.wait()
        try:
            if step.id not in self.progress.results:
                async with self._room:
                    await self._run_step(step)
        finally:
            ended[step.id].set()

    async def _run_step(self, step: Step) -> None:
        if lost := self.progress.lacking(step):
            await self._skip(step, lost)
            return
        await self._note(step, StepStatus.RUNNING)
        self._tell(step, "running")
        began = time.monotonic()
        try:
            result = await self._execute(step, {name: self.progress.results[name] for name in step.inputs})
        except StepWaits:
            self.progress.waiting.add(step.id)
            await self._note(step, StepStatus.PENDING)
            self._tell(step, "waiting", "Waits for your approval")
        except Exception as error:  # One step must not take the others with it.
            await self._fail(step, error, began)
        else:
            self.progress.results[step.id] = result
            await self._note(step, StepStatus.DONE, result=result)
            self._tell(step, "done", began=began, rows=len(rows_of(result.fields)))

    async def _fail(self, step: Step, error: Exception, began: float) -> None:
        known = isinstance(error, OmniForgeError)
        why = error.message if isinstance(error, OmniForgeError) else "It failed on our side."
        if not known:
            logger.error("step %s failed: %s", step.id, type(error).__name__, exc_info=error)
        self.progress.failed[step.id] = why
        await self._note(step, StepStatus.FAILED, error=why)
        self._tell(step, "failed", why, began=began)

    async def _skip(self, step: Step, lost: str) -> None:
        titles = {one.id: one.title for one in self._plan.steps()}
        why = f"It needs '{titles[lost]}', which was not done."
        self.progress.skipped[step.id] = why
        await self._note(step, StepStatus.SKIPPED, error=why)
        self._tell(step, "skipped", why)

    async def _note(
        self, step: Step, status: StepStatus, *, result: StepResult | None = None, error: str = ""
    ) -> None:
        await in_database(note_step, self._plan_id, step.id, status, result=result, error=error)

    def _tell(
        self, step: Step, status: str, note: str = "", *, began: float | None = None, rows: int = 0
    ) -> None:
        took = None if began is None else round((time.monotonic() - began) * 1000)
        self._channel.send(StepChanged(step.id, step.title, status, note, took, rows))  # type: ignore[arg-type]
