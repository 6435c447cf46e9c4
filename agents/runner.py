"""Runs an agent once: by the model where one is there, by rules where not; its run says truly how it went."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field

from agents.builder.systems import outside_systems
from agents.calls import call_tool
from agents.context import ContextPack
from agents.events import AgentPhase, Operation, Outputs, TextDelta
from agents.material import Task, read_task
from agents.models import AgentDefinition, AgentRun, RunStatus
from agents.prompts import RUNNER, answer_prompt, fenced
from agents.replies import stream_reply
from agents.selectors import get_agent
from agents.services import finish_run, start_run
from agents.text_work import summarise, work_by_rules
from omniforge.errors import ModelError
from omniforge.llm.types import ChatMessage

BY_HAND = "The schedule is kept, but runs are started by hand so far."


@dataclass(slots=True)
class _Outcome:
    """What a run has come to; it is filled while the run goes on."""

    text: list[str] = field(default_factory=list)
    status: RunStatus = RunStatus.FAILED
    method: str = "rules"
    error: str = ""


async def run_agent(pack: ContextPack, name: str) -> Outputs:
    """Run an agent. Raises NotFound, Conflict for a paused one, ModelError for a broken answer.

    However it ends, also when it is cancelled, the stored run says so.
    """
    agent = await call_tool(get_agent, pack.access, name)
    run = await call_tool(start_run, access=pack.access, agent=name, task=pack.message, turn_id=pack.turn_id)
    yield AgentPhase("executing", f"Running {name}")
    yield Operation("run", "agent", name, "started", str(run.pk))
    outcome = _Outcome()
    try:
        async with aclosing(_work(pack, agent, outcome)) as deltas:
            async for delta in deltas:
                yield delta
    except ModelError as error:
        outcome.status, outcome.error = RunStatus.FAILED, error.message
        raise
    except (asyncio.CancelledError, GeneratorExit):
        outcome.status = RunStatus.CANCELLED
        raise
    finally:
        await asyncio.shield(_finish(pack, run, outcome))
    yield Operation(
        "run", "agent", name, "failed" if outcome.status == RunStatus.FAILED else "done", str(run.pk)
    )


async def _finish(pack: ContextPack, run: AgentRun, outcome: _Outcome) -> None:
    await call_tool(
        finish_run,
        access=pack.access,
        run_id=run.pk,
        status=outcome.status,
        method=outcome.method,
        output="".join(outcome.text),
        error=outcome.error,
    )


async def _work(
    pack: ContextPack, agent: AgentDefinition, outcome: _Outcome
) -> AsyncGenerator[TextDelta, None]:
    task = read_task(pack.message, pack.window)
    yield TextDelta(f"Running **{agent.slug}**: {agent.description.rstrip('.')}.\n\n")
    async with aclosing(stream_reply(pack, _prompt(pack, agent, task))) as pieces:
        async for piece in pieces:
            outcome.method = "model"
            outcome.text.append(piece)
            yield TextDelta(piece)
    lacking = outside_systems(agent.source, agent.destination)
    if outcome.text:
        outcome.status = RunStatus.PARTIAL if lacking else RunStatus.SUCCEEDED
    else:
        _by_rules(task, agent, outcome)
        yield TextDelta("".join(outcome.text) or outcome.error)
    yield TextDelta(_limits(agent, task, lacking, outcome))


def _by_rules(task: Task, agent: AgentDefinition, outcome: _Outcome) -> None:
    """Do what rules can with the given text, and say in the outcome how far that went."""
    if not task.text:
        outcome.error = "There was nothing to work with: no text was given."
        return
    done = work_by_rules(f"{task.words} {agent.description} {agent.instructions}", task.text)
    outcome.text.append(done or f"**The main sentences**\n\n{summarise(task.text)}")
    outcome.status = RunStatus.PARTIAL


def _limits(agent: AgentDefinition, task: Task, lacking: list[str], outcome: _Outcome) -> str:
    """Say what the run did not do, and what would help."""
    said = []
    if lacking:
        said.append(f"I have no connection to {' or '.join(lacking)} yet, so nothing was read or sent there.")
    if not task.text:
        said.append(f"Paste what {agent.slug} should work on, and say 'run {agent.slug}' again.")
    if outcome.method == "rules":
        said.append("Done by rules, without a model. With a key in Settings I could also write and reason.")
    return f"\n\n{' '.join(said)}" if said else ""


def _prompt(pack: ContextPack, agent: AgentDefinition, task: Task) -> list[ChatMessage]:
    skills = [fenced("skill", f"{skill.slug}: {skill.instructions}") for skill in agent.skills.all()]
    about = [
        f"agent: {agent.slug}",
        f"description: {agent.description}",
        fenced("instructions", agent.instructions),
        f"source: {agent.source}, covering: {agent.subject}, result goes to: {agent.destination}",
        *skills,
        *([fenced("material", task.text)] if task.text else []),
    ]
    return answer_prompt(RUNNER, window=pack.window, facts=about, message=pack.message)
