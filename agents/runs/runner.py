"""Runs an agent, or the master agent itself, on a task, and records how it really went."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from typing import Any, Literal
from uuid import UUID

from django.db import DatabaseError

from agents.context.pack import ContextPack
from agents.definitions.selectors import get_agent
from agents.events import AgentPhase, Operation, OptionsOffered, Outputs, TextDelta
from agents.models import AgentDefinition, AgentRun, RunStatus, RunTrigger
from agents.records.services import finish_run, suspend_run
from agents.records.states import to_json
from agents.runs.brief import task_of, with_own_input
from agents.runs.dialogue_update import conclude
from agents.runs.job import Job, store_run
from agents.runs.loop_control import RunningLoopControl
from agents.runs.outcome import Outcome
from agents.runs.run_context import offline_context, prepare_context
from agents.runs.work import Work
from agents.tools.dry_runs import describe_dry_run as in_words_of
from agents.tools.readiness import describe_gaps, gaps_of
from agents.tools.run_context import RunContext
from intent.commands import Reading
from intent.sentences.tasks import Task
from intent.types import ActionType, Choice
from omniforge.errors import ModelError
from omniforge.storage.database import in_database

_GO_ON = OptionsOffered(
    "Shall I go on?",
    "The language model broke off. What was done so far is kept.",
    (Choice("Continue", "Goes on from what is done so far.", ActionType.EXECUTE_TASK, "Continue"),),
)


async def run_agent(pack: ContextPack, name: str) -> Outputs:
    """Run an agent on the message. The stored run says how it ended, even if it is cancelled.

    Raises NotFound, NotAllowed for auditors, Conflict if the agent is paused, and ModelError.
    """
    agent = await in_database(get_agent, pack.access, name)
    run = await store_run(pack, agent, pack.turn_id)
    yield AgentPhase("executing", f"Running {agent.slug}")
    yield Operation("run", "agent", agent.slug, "started", str(run.pk))
    yield TextDelta(f"{_begun(pack, agent)}\n\n")
    if missing := describe_gaps(await in_database(gaps_of, pack.access, agent)):
        yield TextDelta(f"{missing} Nothing is read or sent there.\n\n")
    outcome = Outcome()
    async with aclosing(carry_out(Job(pack, agent, run), outcome)) as outputs:
        async for output in outputs:
            yield output
    if ended := ended_run(run, agent.slug, outcome):
        yield ended


def _begun(pack: ContextPack, agent: AgentDefinition) -> str:
    what = f"**{agent.slug}**: {agent.description.rstrip('.')}."
    if pack.trigger != RunTrigger.DRY_RUN:
        return f"Running {what}"
    return f"Dry run of {what} It reads for real, and changes and sends nothing."


def ended_run(run: AgentRun, agent: str, outcome: Outcome) -> Operation | None:
    """Return the event that reports how an agent's run ended, or None while it waits for the person."""
    if outcome.status == RunStatus.WAITING:
        return None
    status: Literal["failed", "done"] = "failed" if outcome.status == RunStatus.FAILED else "done"
    return Operation("run", "agent", agent, status, str(run.pk))


async def run_here(pack: ContextPack, *, told: str = "") -> Outputs:
    """Carry out a task in the chat, without an agent. Raises ModelError if the model fails."""
    job = Job(pack, told=told)
    if not job.is_by_model:
        await job.store()
    yield AgentPhase("executing", "Working on it")
    async with aclosing(carry_out(job, Outcome())) as outputs:
        async for output in outputs:
            yield output


def run_commands(
    pack: ContextPack, reading: Reading | None = None, *, outcome: Outcome | None = None
) -> Outputs:
    """Carry out a message's commands without a model, and nothing else. There may be none.

    `reading` holds the commands if they are already read. Like a run by a model, such a run is stored only
    once it calls a tool or waits.
    """
    job = Job(replace(pack, models=pack.models.muted()), by_commands=True, reading=reading)
    return carry_out(job, outcome or Outcome())


async def carry_out(job: Job, outcome: Outcome) -> Outputs:
    """Carry out a run, or resume it, and store how it ended."""
    try:
        async with aclosing(_working(job, outcome)) as outputs:
            async for output in outputs:
                yield output
    except ModelError as error:
        outcome.status, outcome.error = RunStatus.FAILED, error.message
        is_over = job.pack.delegated or job.pack.trigger == RunTrigger.DRY_RUN
        if (outcome.text or job.row) and not is_over:
            yield _GO_ON
        raise
    except (asyncio.CancelledError, GeneratorExit):
        outcome.status = RunStatus.CANCELLED
        raise
    finally:
        if job.row:
            await asyncio.shield(_end(job.pack, job.row.pk, outcome))


async def _working(job: Job, outcome: Outcome) -> Outputs:
    """Carry out the work. Yield its events, and the new dialogue state last."""
    agent, begin = job.agent, None if job.row else job.store
    pack = job.pack if job.is_by_model else with_own_input(job.pack, agent)
    task = Task("", "") if job.is_by_model else task_of(pack, agent)
    try:
        context = await in_database(partial(prepare_context, pack, job.run_id, agent, begin=begin))
    except DatabaseError:  # the model can still talk
        context = offline_context(pack, job.run_id)
    else:
        context.control = RunningLoopControl(context, carry_out)
    outcome.done, outcome.did_before, outcome.to_mend = context.done, context.did_before, context.to_mend
    outcome.ran = context.ran
    outcome.rehearsed = context.rehearsed
    work = Work(context, agent, task, outcome, job.state, job.answer, job.told, job.reading)
    async with aclosing(_doing(context, _way(job, work)())) as outputs:
        async for output in outputs:
            yield output
    if outcome.status == RunStatus.WAITING:
        await context.ensure_stored()
    elif outcome.method == "rules":
        yield TextDelta(_limits(agent, task, outcome))
    if context.is_dry and not pack.delegated and (said := _noted(job, outcome)):
        outcome.text.append(f"\n\n{said}")
        yield TextDelta(outcome.text[-1])
    async for output in conclude(context, agent, outcome):
        yield output


def _noted(job: Job, outcome: Outcome) -> str:
    """Return the calls that a dry run recorded. For a failed run, only the reason."""
    if outcome.status == RunStatus.FAILED:
        return ""
    waits = outcome.status == RunStatus.WAITING
    return in_words_of(outcome.rehearsed, waits=waits, went_on=job.state is not None)


def _way(job: Job, work: Work) -> Callable[[], Coroutine[Any, Any, object]]:
    if job.is_by_model:
        return work.by_model
    return work.by_commands if job.by_commands else work.without_model


async def _doing(context: RunContext, doing: Coroutine[Any, Any, object]) -> Outputs:
    """Carry out the work. Its connections to servers are closed however it ends."""
    try:
        async with aclosing(context.channel.during(doing)) as outputs:
            async for output in outputs:
                yield output
    finally:
        await asyncio.shield(context.sessions.close())


async def _end(pack: ContextPack, run_id: UUID, outcome: Outcome) -> None:
    text, state = "".join(outcome.text), to_json(outcome.state) if outcome.state else {}
    if outcome.status == RunStatus.WAITING:
        await in_database(suspend_run, access=pack.access, run_id=run_id, state=state, output=text)
        return
    await in_database(
        finish_run,
        access=pack.access,
        run_id=run_id,
        status=outcome.status,
        method=outcome.method,
        output=text,
        error=outcome.error,
        state=state,
    )


def _limits(agent: AgentDefinition | None, task: Task, outcome: Outcome) -> str:
    """Say what would help a run by rules that had no input."""
    pasted = agent and not (agent.reads_by_itself or task.text)
    if agent and pasted and outcome.status == RunStatus.FAILED and not outcome.text:
        return f"\n\nPaste what {agent.slug} should work on, then run it again."
    return ""
