"""Work by a plan: its steps are carried out, anew in another way where some failed, and then concluded."""

from dataclasses import dataclass
from uuid import UUID

from agents.events import AgentPhase, StepChanged
from agents.plans.executors import StepExecutor
from agents.plans.orchestrator import Orchestrator, Progress
from agents.plans.plan import Plan
from agents.plans.planner import replan
from agents.plans.storing import StoredPlan, keep_plan
from agents.runs.conclusion import conclude
from agents.runs.context import RunContext
from agents.runs.outcome import Outcome
from agents.runs.resumption import DECIDE, wait_for_person
from omniforge.database import in_database


@dataclass(frozen=True, slots=True)
class PlannedWork:
    """The work of one run by its plan; `outcome` says how far it came."""

    run: RunContext
    outcome: Outcome

    async def begin(self, plan: Plan, *, may_replan: bool) -> None:
        """Store a plan, so that another process can take it up, and carry it out."""
        plan_id = await in_database(keep_plan, self.run.run_id, plan)
        await self._carry_out(plan_id, plan, Progress(), may_replan=may_replan)

    async def go_on(self, stored: StoredPlan) -> None:
        """Carry out what is left of a plan."""
        for step in stored.plan.steps():  # This turn's readers know nothing of the turn that did them.
            if step.id in stored.results:
                self.run.channel.send(StepChanged(step.id, step.title, "done"))
        progress = Progress(results=dict(stored.results))
        await self._carry_out(stored.id, stored.plan, progress, may_replan=stored.replans == 0)

    async def _carry_out(self, plan_id: UUID, plan: Plan, before: Progress, *, may_replan: bool) -> None:
        self.run.channel.send(plan.to_event(str(plan_id)))
        self.run.channel.send(AgentPhase("executing", plan.goal))
        orchestrator = Orchestrator(plan_id, plan, self.run.channel, StepExecutor(self.run, plan))
        orchestrator.progress.results.update(before.results)
        progress = await orchestrator.run()
        if progress.waiting:
            wait_for_person(self.run, self.outcome, DECIDE, {"plan": str(plan_id)})
        elif progress.failed and may_replan and (anew := await self._replanned(plan, progress)):
            await in_database(keep_plan, self.run.run_id, anew, replans=1)
            await self._carry_out(plan_id, anew, progress, may_replan=False)
        else:
            await conclude(self.run, plan, progress, self.outcome)

    async def _replanned(self, plan: Plan, progress: Progress) -> Plan | None:
        if not self.run.pack.models.available("plan") or self.run.spending.exceeded():
            return None
        self.run.channel.send(AgentPhase("thinking", "Planning anew what is left"))
        return await replan(self.run, plan, progress)
