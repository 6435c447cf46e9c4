"""The work of a run: by a plan where it has several parts, by a model with tools, or by what rules can do."""

from dataclasses import dataclass
from uuid import UUID

from agents.dialogue import KeptResult
from agents.events import AgentPhase, StepChanged, TextDelta
from agents.models import RunStatus
from agents.plans.executors import StepExecutor
from agents.plans.orchestrator import Orchestrator, Progress
from agents.plans.plan import Plan
from agents.plans.planner import asks_for_plan, make_plan, replan
from agents.plans.rendering import kept_result, table_of
from agents.plans.storing import StepResult, StoredPlan, keep_plan, load_plan
from agents.runs.brief import Brief
from agents.runs.conclusion import conclude
from agents.runs.context import RunContext
from agents.runs.loop import ToolLoop, Waits, question_in
from agents.runs.outcome import Outcome
from agents.runs.resumption import from_state, to_state
from agents.runs.rules import work_by_rules_alone
from omniforge.database import in_database
from omniforge.errors import ModelError
from omniforge.llm.types import ToolRequest

_EARLIER = 3  # results of earlier tasks that a model is told of
_DECIDE = "I need your decision before I go on."


@dataclass(slots=True)
class Work:
    """One run at work. `answer` is what the person said to it as it waited, `state` what it waited with."""

    run: RunContext
    brief: Brief
    outcome: Outcome
    state: dict[str, object]
    answer: str = ""

    async def do(self) -> None:
        """Do the work, telling of it by the run's channel; `outcome` says how far it came.

        Raises ModelError where the model breaks off after its first words.
        """
        stored = await in_database(load_plan, self.run.run_id)
        if stored:
            await self._go_on_with(stored)
        elif self._has_model() and (self.state.get("messages") or not self.state):
            await self._by_model()
        else:
            await self._by_rules()

    def _has_model(self) -> bool:
        return self.run.pack.models.available("reply")

    # --- with a model -----------------------------------------------------------------------------

    async def _by_model(self) -> None:
        plan = await self._planned()
        if plan:
            plan_id = await in_database(keep_plan, self.run.run_id, plan)
            await self._carry_out(plan_id, plan, Progress())
            return
        try:
            await self._converse()
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

    async def _converse(self) -> None:
        loop, open = self._loop()
        waits: Waits | None = None
        try:
            await loop.answer(open, self.answer)
        except Waits as error:
            waits = error
        finally:
            if loop.text:
                self.outcome.method = "model"
                self.outcome.text.append(loop.text)
        if waits:
            self._stop_for(waits)
        else:
            self.outcome.status = RunStatus.PARTIAL if self.brief.lacking else RunStatus.SUCCEEDED
            self.outcome.kept += self._rows_given()

    def _rows_given(self) -> list[KeptResult]:
        """Return what the calls gave as rows, for the next turns to refer to."""
        given = (StepResult("", fields) for fields in self.run.gave)
        return [kept for one in given if (kept := kept_result(self.run.pack.message, one))]

    def _stop_for(self, waits: Waits) -> None:
        """Ask the person what the model wants to know, or for the decisions that its calls need."""
        asked = "" if self.run.waiting else question_in(waits.open)
        if asked:
            self.run.channel.send(TextDelta(f"\n\n{asked}" if self.outcome.text else asked))
        self._wait(asked or _DECIDE, to_state(waits.messages, waits.open))

    def _loop(self) -> tuple[ToolLoop, list[ToolRequest]]:
        """Return the loop as it begins, or as it was when it stopped to wait, with what was open then."""
        if self.state:
            messages, open = from_state(self.state)
        else:
            earlier = [_as_text(result) for result in self.run.pack.dialogue.results[-_EARLIER:]]
            messages, open = self.brief.messages(self.run, earlier), []
        return ToolLoop(self.run, messages, may_ask=True), open

    def _wait(self, question: str, state: dict[str, object]) -> None:
        """Wait for a person's answer, or for their decision on the calls that need one."""
        if self.run.waiting:
            state = {**state, "approvals": [str(one) for one in self.run.waiting]}
            self.run.channel.send(TextDelta(f"\n\n{_DECIDE}" if self.outcome.text else _DECIDE))
        self.outcome.wait(question, state)

    # --- by a plan --------------------------------------------------------------------------------

    async def _go_on_with(self, stored: StoredPlan) -> None:
        for step in stored.plan.steps():  # This turn's readers know nothing of the turn that did them.
            if step.id in stored.results:
                self.run.channel.send(StepChanged(step.id, step.title, "done"))
        progress = Progress(results=dict(stored.results))
        await self._carry_out(stored.id, stored.plan, progress, replanned=stored.replans > 0)

    async def _carry_out(
        self, plan_id: UUID, plan: Plan, progress: Progress, *, replanned: bool = False
    ) -> None:
        """Carry out a plan; once, where steps fail, plan anew what is left."""
        self.run.channel.send(plan.to_event(str(plan_id)))
        self.run.channel.send(AgentPhase("executing", plan.goal))
        orchestrator = Orchestrator(plan_id, plan, self.run.channel, StepExecutor(self.run, plan))
        orchestrator.progress.results.update(progress.results)
        progress = await orchestrator.run()
        if progress.waiting:
            self._wait(_DECIDE, {"plan": str(plan_id)})
            return
        if progress.failed and not replanned and (anew := await self._replanned(plan, progress)):
            await in_database(keep_plan, self.run.run_id, anew, replans=1)
            await self._carry_out(plan_id, anew, progress, replanned=True)
            return
        await conclude(self.run, plan, progress, self.outcome)

    async def _replanned(self, plan: Plan, progress: Progress) -> Plan | None:
        if not self.run.pack.models.available("plan") or self.run.spending.exceeded():
            return None
        self.run.channel.send(AgentPhase("thinking", "Planning anew what is left"))
        return await replan(self.run, plan, progress)

    # --- by rules ---------------------------------------------------------------------------------

    async def _by_rules(self) -> None:
        plan = await work_by_rules_alone(self.run, self.brief, self.outcome, self.state, self.answer)
        if plan:
            plan_id = await in_database(keep_plan, self.run.run_id, plan)
            await self._carry_out(plan_id, plan, Progress(), replanned=True)


def _as_text(result: KeptResult) -> str:
    return f"{result.task}\n\n{table_of(result.columns, result.items())}"
