"""Runs an agent, or the master agent itself, on a task; its run says truly how it went."""

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import Literal
from uuid import UUID

from agents.builder.systems import outside_systems
from agents.context import ContextPack
from agents.dialogue import FREE_SLOT, RUN_SLOT
from agents.events import AgentPhase, DialogueChanged, Operation, Outputs, TextDelta
from agents.models import AgentDefinition, AgentRun, RunStatus
from agents.runs.beginning import context_of
from agents.runs.brief import Brief, brief_of
from agents.runs.context import RunContext
from agents.runs.outcome import Outcome
from agents.runs.work import Work
from agents.selectors import get_agent
from agents.services import finish_run, let_wait, start_run
from agents.workspace.commission import with_commission
from agents.workspace.taking_back import with_changed_turns
from intent.types import ActionType, Pending
from omniforge.database import in_database
from omniforge.errors import ModelError
from omniforge.llm.roles import RULES

_MOST_TOUCHED = 20  # things that a conversation keeps in mind
_BY_RULES = "Done by rules, without a model. With one connected I could also write and reason."
_MODEL_AWAY = "Done by rules: the model does not answer now. Once it does, I can also write and reason."


async def run_agent(pack: ContextPack, name: str) -> Outputs:
    """Run an agent on the message. Raises NotFound, NotAllowed for auditors, Conflict for a paused agent, and
    ModelError.

    However it ends, also when it is cancelled, the stored run says so.
    """
    agent = await in_database(get_agent, pack.access, name)
    run = await _begun(pack, agent)
    yield AgentPhase("executing", f"Running {agent.slug}")
    yield Operation("run", "agent", agent.slug, "started", str(run.pk))
    yield TextDelta(f"Running **{agent.slug}**: {agent.description.rstrip('.')}.\n\n")
    outcome = Outcome()
    async with aclosing(carry_out(pack, run, agent, outcome)) as outputs:
        async for output in outputs:
            yield output
    if ended := ended_run(run, agent.slug, outcome):
        yield ended


def ended_run(run: AgentRun, agent: str, outcome: Outcome) -> Operation | None:
    """Return how an agent's run ended, as readers are told of it; nothing while it waits for the person."""
    if outcome.status == RunStatus.WAITING:
        return None
    status: Literal["failed", "done"] = "failed" if outcome.status == RunStatus.FAILED else "done"
    return Operation("run", "agent", agent, status, str(run.pk))


async def run_here(pack: ContextPack) -> Outputs:
    """Do a task in the chat, without an agent. Raises ModelError for a broken answer."""
    run = await _begun(pack, None)
    yield AgentPhase("executing", "Working on it")
    async with aclosing(carry_out(pack, run, None, Outcome())) as outputs:
        async for output in outputs:
            yield output


async def carry_out(
    pack: ContextPack,
    run: AgentRun,
    agent: AgentDefinition | None,
    outcome: Outcome,
    *,
    answer: str = "",
) -> Outputs:
    """Do the work of a stored run, or go on with it after the person's `answer`; stores how it ended."""
    lacking = outside_systems(agent.source, agent.destination) if agent else []
    brief = brief_of(pack, agent, lacking)
    try:
        context = await in_database(context_of, pack, run, agent)
        work = Work(context, brief, outcome, run.state, answer)
        async with aclosing(_working(context, work)) as outputs:
            async for output in outputs:
                yield output
        if outcome.status != RunStatus.WAITING:
            yield TextDelta(_limits(pack, agent, brief, outcome))
    except ModelError as error:
        outcome.status, outcome.error = RunStatus.FAILED, error.message
        raise
    except (asyncio.CancelledError, GeneratorExit):
        outcome.status = RunStatus.CANCELLED
        raise
    finally:
        await asyncio.shield(_end(pack, run.pk, outcome))
    async for output in _after(context, run, agent, outcome):
        yield output


async def _working(context: RunContext, work: Work) -> Outputs:
    """Do the work; however it ends, its connections to servers end with it."""
    try:
        async with aclosing(context.channel.during(work.do())) as outputs:
            async for output in outputs:
                yield output
    finally:
        await asyncio.shield(context.sessions.close())


async def _after(
    context: RunContext, run: AgentRun, agent: AgentDefinition | None, outcome: Outcome
) -> Outputs:
    """Tell what the conversation waits for from now on, and what it can refer to."""
    dialogue = with_changed_turns(context, with_commission(context, context.pack.dialogue.settled()))
    if listed := context.listed or (context.touched if len(context.touched) > 1 else []):
        dialogue = replace(dialogue, listed=tuple(listed))
    if context.touched:
        dialogue = replace(dialogue, touched=tuple(context.touched[-_MOST_TOUCHED:]))
    if agent:
        dialogue = replace(dialogue, last_agent=agent.slug)
    for kept in outcome.kept:
        dialogue = dialogue.keeping(kept)
    if outcome.status == RunStatus.WAITING:
        slot = FREE_SLOT if outcome.state.get("free") else RUN_SLOT
        pending = Pending(ActionType.EXECUTE_TASK, "slot", outcome.question, slot=slot)
        dialogue = replace(dialogue, pending=pending, waiting_run=str(run.pk))
        yield AgentPhase("waiting", "Waiting for you")
    yield DialogueChanged(dialogue)


async def _begun(pack: ContextPack, agent: AgentDefinition | None) -> AgentRun:
    return await in_database(
        start_run,
        access=pack.access,
        agent=agent.slug if agent else None,
        task=pack.message,
        turn_id=pack.turn_id,
        conversation_id=pack.conversation_id,
        trigger=pack.trigger,
        handed_on=pack.delegated,
    )


async def _end(pack: ContextPack, run_id: UUID, outcome: Outcome) -> None:
    text = "".join(outcome.text)
    if outcome.status == RunStatus.WAITING:
        await in_database(let_wait, access=pack.access, run_id=run_id, state=outcome.state, output=text)
        return
    await in_database(
        finish_run,
        access=pack.access,
        run_id=run_id,
        status=outcome.status,
        method=outcome.method,
        output=text,
        error=outcome.error,
    )


def _limits(pack: ContextPack, agent: AgentDefinition | None, brief: Brief, outcome: Outcome) -> str:
    """Say what the run did not do, and what would help."""
    said = []
    if brief.lacking:
        systems = " or ".join(brief.lacking)
        said.append(f"I have no connection to {systems} yet, so nothing was read or sent there.")
    if agent and not brief.task.text and outcome.status == RunStatus.FAILED:
        said.append(f"Paste what {agent.slug} should work on, and say 'run {agent.slug}' again.")
    if outcome.method == "rules":
        said += _news(pack, _BY_RULES if pack.models.name("reply") == RULES else _MODEL_AWAY)
    return f"\n\n{' '.join(said)}" if said else ""


def _news(pack: ContextPack, sentence: str) -> list[str]:
    """Return a sentence that is true of every answer, unless the talk has it already: once is enough."""
    return [] if any(sentence in message.content for message in pack.window) else [sentence]
