"""The work of a run: by a plan where it has several parts, by a model with tools, or by what rules can do."""

from dataclasses import dataclass
from typing import Any

from agents.events import AgentPhase
from agents.plans.plan import Plan
from agents.plans.planner import asks_for_plan, make_plan
from agents.plans.storing import load_plan
from agents.runs.brief import Brief
from agents.runs.by_model import ModelWork
from agents.runs.by_plan import PlannedWork
from agents.runs.context import RunContext
from agents.runs.outcome import Outcome
from agents.runs.rules import work_by_rules_alone
from omniforge.database import in_database
from omniforge.errors import ModelError


@dataclass(frozen=True, slots=True)
class Work:
    """One run at work. `answer` is what the person said to it as it waited, `state` what it waited with."""

    run: RunContext
    brief: Brief
    outcome: Outcome
    state: dict[str, Any]
    answer: str = ""

    async def do(self) -> None:
        """Do the work, telling of it by the run's channel; `outcome` says how far it came.

        Raises ModelError where the model breaks off after its first words.
        """
        stored = await in_database(load_plan, self.run.run_id)
        if stored:
            await PlannedWork(self.run, self.outcome).go_on(stored)
        elif self.run.pack.models.available("reply") and (self.state.get("messages") or not self.state):
            await self._by_model()
        else:
            await self._by_rules()

    async def _by_model(self) -> None:
        if plan := await self._planned():
            await PlannedWork(self.run, self.outcome).begin(plan, may_replan=True)
            return
        try:
            await ModelWork(self.run, self.brief, self.outcome, self.state, self.answer).do()
        except ModelError:
            if self.outcome.method == "model":
                raise
            await self._by_rules()

    async def _planned(self) -> Plan | None:
        task = self.brief.task.words
        if self.state or not asks_for_plan(task) or not self.run.pack.models.available("plan"):
            return None
        self.run.channel.send(AgentPhase("thinking", "Planning the work"))
        return await make_plan(self.run, task=task)

    async def _by_rules(self) -> None:
        plan = await work_by_rules_alone(self.run, self.brief, self.outcome, self.state, self.answer)
        if plan:
            await PlannedWork(self.run, self.outcome).begin(plan, may_replan=False)
