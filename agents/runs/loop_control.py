"""How a model steers its loop: delegated parts, a plan, rare tools."""

from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from graphlib import CycleError, TopologicalSorter
from typing import Literal
from uuid import UUID, uuid5

from agents.context.pack import ContextPack
from agents.context.prompts import fence
from agents.definitions.selectors import find_agents, find_runs, get_agent
from agents.events import (
    ANY,
    AgentPhase,
    Event,
    Expected,
    Operation,
    OptionsOffered,
    Outputs,
    TextDelta,
    ToolCalled,
)
from agents.failures import ToolFailed
from agents.models import AgentDefinition, RunStatus, RunTrigger
from agents.records.services import resume_run
from agents.records.states import approvals_of, read_state
from agents.runs.board import Board
from agents.runs.job import Job, store_run
from agents.runs.offered_tools import find_rare_tools
from agents.runs.outcome import Outcome
from agents.runs.part_pack import part_pack
from agents.runs.past_changes import deeds_before
from agents.runs.steps import Orchestrator, Progress, Results, Stage, Step, StepWaits
from agents.tools.dry_runs import describe_dry_run
from agents.tools.ledger import origins_read, tables_of
from agents.tools.loop_control import PartOfWork, PartResult, PartTable, PartWaits, TodoItem, ToolMatch
from agents.tools.named_things import AGENT
from agents.tools.names import replace_ids
from agents.tools.resolver import Resolver
from agents.tools.run_context import Deed, RunContext
from agents.tools.untrusted import has_read_untrusted
from agents.tools.workspace.changed_turns import tell_changed_turn
from agents.tools.workspace.scope import Scope
from omniforge.english import first_of
from omniforge.errors import NotFound
from omniforge.files.selectors import find_file
from omniforge.storage.database import in_database

_GOAL = 120  # characters
_MOST_NAMES = 12
_WAITS = "It goes on once the person has decided."
_ITS_OWN = (TextDelta, AgentPhase, OptionsOffered)  # events of a part that its caller's readers need not see


@dataclass(slots=True)
class RunningLoopControl:
    """What tools can do in the loop of their run: delegate, show a plan, find tools.

    A part's run id derives from its call, so that a repeated call continues that run.
    """

    run: RunContext
    carry_out: Callable[[Job, Outcome], Outputs]  # carries out a part as its own run
    board: Board = field(init=False)

    def __post_init__(self) -> None:
        goal = (self.run.pack.part or self.run.pack.message)[:_GOAL]
        self.board = Board(self.run.run_id, goal, self.run.channel)

    async def show_todo(self, items: Sequence[TodoItem]) -> None:
        """Show the plan to the people who watch."""
        access = self.run.pack.access
        titles = [await replace_ids(access, one.title) for one in items]
        named = zip(items, titles, strict=True)
        self.board.show_todo([one.model_copy(update={"title": title}) for one, title in named])

    def find_tools(self, query: str) -> list[ToolMatch]:
        """Return matching rare tools. They are offered from now on."""
        fitting = find_rare_tools(self.run.tools, query)
        self.run.found |= {tool.name for tool in fitting}
        return [ToolMatch(tool.name, tool.description.partition("\n")[0]) for tool in fitting]

    async def run_agent(
        self, call_id: str, agent: str, task: str, files: Sequence[str], *, dry_run: bool = False
    ) -> PartResult:
        """Run an agent on a task. Raises PartWaits, ToolFailed, NotFound; Conflict if the agent is paused."""
        if agent == self.run.agent:
            raise ToolFailed(f"{agent} cannot hand work on to itself. Do this part with other tools.")
        definition = await in_database(_agent_of, agent, Scope.of(self.run.pack))
        names = [await self._file(one) for one in files]
        words = f"{task}\n\nFiles: {', '.join(names)}" if names else task
        run_id, name = self._id(call_id, f"{agent}:{task}"), definition.slug
        self._tell_run(name, run_id, "started")
        try:
            result = await self._part(run_id, agent, words, definition, dry_run=dry_run)
        except ToolFailed:
            self._tell_run(name, run_id, "failed")
            raise
        self._tell_run(name, run_id, "done")
        self.run.ran.append(f"{name}, in a dry run that changed nothing," if dry_run else name)
        return result

    def _tell_run(self, agent: str, run_id: UUID, status: Literal["started", "failed", "done"]) -> None:
        self.run.channel.send(Operation("run", "agent", agent, status, str(run_id)))

    async def _file(self, name: str) -> str:
        pack = self.run.pack
        file = await in_database(find_file, pack.access, name, conversation_id=pack.conversation_id)
        return str(file.name)

    async def run_parts(self, call_id: str, parts: Sequence[PartOfWork]) -> list[PartResult]:
        """Run the parts, in parallel unless one needs another. Raises PartWaits and ToolFailed."""
        access = self.run.pack.access
        titles = {one.id: await replace_ids(access, one.title) for one in parts}
        stages = _stages_of(call_id, [one.model_copy(update={"title": titles[one.id]}) for one in parts])
        self.board.show_parts(stages)
        by_step = {_step_id(call_id, one.id): one for one in parts}
        given: dict[str, PartResult] = {}

        async def execute(step: Step, before: Results) -> str:
            told = [fence(f"result-of-{by_step[one].id}", answer) for one, answer in before.items()]
            given[step.id] = await self._step(call_id, by_step[step.id], told, step.id)
            return given[step.id].answer

        progress = await Orchestrator(stages, self.run.channel, execute).run()
        results = [
            given.get(one) or await self._open(call_id, part, one, progress) for one, part in by_step.items()
        ]
        if progress.waiting:
            raise PartWaits(results if any(one.status != "waits" for one in results) else ())
        return results

    async def _step(self, call_id: str, part: PartOfWork, told: Sequence[str], step_id: str) -> PartResult:
        """Run a part as a step. Raises StepWaits, and ToolFailed if it was to write and changed nothing."""
        task = "\n\n".join((f"Your part, {part.title}: {part.task}", *told))
        try:
            run_id, reads_only = self._id(call_id, part.id), not part.writes
            result = await self._part(run_id, part.id, task, None, step_id=step_id, reads_only=reads_only)
        except PartWaits as error:
            raise StepWaits from error
        if part.writes and not result.done:
            raise ToolFailed(f"Nothing was changed. It says: {result.answer[:500]}")
        return result

    async def _open(self, call_id: str, part: PartOfWork, step_id: str, progress: Progress) -> PartResult:
        """Return the result of a part that isn't done, with why and with what it had changed by then."""
        done = _in_short(await self._deeds(self._id(call_id, part.id)))
        if step_id in progress.failed:
            return PartResult(id=part.id, status="failed", answer=progress.failed[step_id], done=done)
        if step_id in progress.skipped:
            return PartResult(id=part.id, status="skipped", answer=progress.skipped[step_id], done=done)
        return PartResult(id=part.id, status="waits", answer=_WAITS, done=done)

    async def _deeds(self, run_id: UUID) -> Sequence[Deed]:
        """Return what a run has changed itself according to the ledger."""
        return await in_database(deeds_before, self.run.tools, run_id=run_id)

    def _id(self, call_id: str, part: str) -> UUID:
        return uuid5(self.run.run_id, f"{call_id}:{part}")

    async def _part(
        self,
        run_id: UUID,
        part_id: str,
        task: str,
        agent: AgentDefinition | None,
        *,
        step_id: str = "",
        dry_run: bool = False,
        reads_only: bool = False,
    ) -> PartResult:
        """Carry out or continue one part as its own run. Its events are passed on, its answer is returned."""
        pack = await self._pack(task, reads_only=reads_only)
        pack = replace(pack, trigger=RunTrigger.DRY_RUN) if dry_run else pack
        row = await in_database(find_runs(pack.access).filter(pk=run_id).first)
        if row and row.status == RunStatus.SUCCEEDED:
            await self._hear(row.pk)
            done = await self._deeds(row.pk)
            self.run.done += done
            return await _told(part_id, row.pk, row.output, done)
        state = read_state(row.state) if row else None
        row = await store_run(pack, agent, run_id)
        if row.status == RunStatus.WAITING:
            row = await in_database(resume_run, access=pack.access, run_id=row.pk, turn_id=pack.turn_id)
        outcome = await self._carried_out(Job(pack, agent, row, state), step_id)
        await self._hear(row.pk)
        said = "".join(outcome.text) + self._shown(outcome, dry_run, went_on=state is not None)
        done = [*outcome.did_before, *outcome.done]
        return self._given(outcome, await _told(part_id, row.pk, said, done))

    async def _carried_out(self, job: Job, step_id: str) -> Outcome:
        """Carry out a part's run. Its events are passed on and its changes count, however it ends."""
        outcome = Outcome()
        try:
            async with aclosing(self.carry_out(job, outcome)) as outputs:
                async for output in outputs:
                    if isinstance(output, Event) and not isinstance(output, _ITS_OWN):
                        self.run.channel.send(_of_step(output, step_id))
        finally:
            self.run.done += [*outcome.did_before, *outcome.done]
            self.run.ran += outcome.ran
            self.run.to_mend |= outcome.to_mend
            tell_changed_turn(self.run)
        return outcome

    def _shown(self, outcome: Outcome, dry_run: bool, *, went_on: bool) -> str:
        """Return what a dry run would have done. A part of a dry run is shown with the whole."""
        if self.run.is_dry:
            self.run.rehearsed += outcome.rehearsed
        if self.run.is_dry or not dry_run:
            return ""
        waits = outcome.status == RunStatus.WAITING
        shown = describe_dry_run(outcome.rehearsed, waits=waits, went_on=went_on)
        if not shown:
            return ""
        self.run.channel.send(TextDelta(f"\n\n{shown}\n\n"))
        return f"\n\n(The person has been shown this already:)\n{shown}"

    async def _hear(self, run_id: UUID) -> None:
        """Record whose texts a part of the work has read."""
        strangers, uploaded = await in_database(origins_read, run_id)
        self.run.strangers |= strangers
        self.run.uploaded |= uploaded

    def _given(self, outcome: Outcome, result: PartResult) -> PartResult:
        if outcome.status == RunStatus.WAITING:
            self.run.waiting += approvals_of(outcome.state)
            raise PartWaits
        if outcome.status == RunStatus.FAILED:
            raise ToolFailed(outcome.error or result.answer or "It came to nothing.")
        return result

    async def _pack(self, task: str, *, reads_only: bool = False) -> ContextPack:
        strangers = await in_database(has_read_untrusted, self.run)
        pack = replace(self.run.pack, after_strangers=strangers, after_uploads=self.run.uploaded)
        return await part_pack(pack, task, reads_only=reads_only)


def _of_step(event: Event, step_id: str) -> Event:
    """Return a part's event marked with its step, under which people see the calls."""
    is_bare = isinstance(event, ToolCalled) and not event.step_id
    return replace(event, step_id=step_id) if is_bare else event  # type: ignore[call-arg]


async def _told(part_id: str, run_id: UUID, answer: str, done: Sequence[Deed]) -> PartResult:
    tables = [PartTable(result_id=one, of=what) for one, what in await in_database(tables_of, run_id)]
    told = _in_short(done)
    return PartResult(id=part_id, status="done", answer=answer, done=told, tables=tables or None)


def _in_short(done: Sequence[Deed]) -> list[str]:
    return [one.in_short for one in done]


def _step_id(call_id: str, part_id: str) -> str:
    return f"{call_id[-6:]}-{part_id}"


def _stages_of(call_id: str, parts: Sequence[PartOfWork]) -> tuple[Stage, ...]:
    """Return the parts in stages. Each part needs only earlier stages. Raises ToolFailed."""
    known = {one.id: one for one in parts}
    if len(known) < len(parts):
        raise ToolFailed("Two parts have the same id. Give each one its own.")
    if unknown := {need for one in parts for need in one.needs} - set(known):
        raise ToolFailed(f"There is no part {', '.join(sorted(unknown))}; needs holds ids of parts.")
    order = TopologicalSorter({one.id: one.needs for one in parts})
    try:
        order.prepare()
    except CycleError as error:
        raise ToolFailed("Some parts need one another. Put them into one.") from error
    stages = list[Stage]()
    while order.is_active():
        ready = sorted(order.get_ready(), key=list(known).index)
        stages.append(_stage(call_id, len(stages) + 1, [known[one] for one in ready]))
        order.done(*ready)
    return tuple(stages)


def _stage(call_id: str, number: int, parts: Sequence[PartOfWork]) -> Stage:
    steps = (
        Step(
            _step_id(call_id, one.id),
            one.title,
            tuple(_step_id(call_id, need) for need in one.needs),
            Expected(f"{one.title}: it is written", type=ANY) if one.writes else None,
        )
        for one in parts
    )
    return Stage(f"{call_id[-6:]}-{number}", f"Part {number}", tuple(steps))


def _agent_of(name: str, scope: Scope) -> AgentDefinition:
    """Return the agent of this name. Raises ToolFailed, which suggests other names."""
    found = Resolver(scope).one(name, (AGENT,))
    try:
        return get_agent(scope.access, str(found.id))
    except NotFound as error:
        others = first_of(list(find_agents(scope.access).values_list("slug", flat=True)), _MOST_NAMES)
        raise ToolFailed(f"The agent {found.title} is deleted. There are: {others or 'none'}.") from error
