"""Reports what agents did: the runs of one, or of all on certain days, and why one failed."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from agents.definitions.lines import run_lines
from agents.definitions.schedules.due import next_due, say_next
from agents.definitions.selectors import get_agent, list_runs
from agents.handlers.agents.which_agent import resolve_agents
from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from agents.models import AgentDefinition, AgentRun, AgentStatus, RunStatus
from intent.commands import Command
from omniforge.storage.database import in_database

_READ, _SHOWN, _OF_ONE = 100, 10, 5  # runs


@handles("agent.runs")
async def runs(task: Task, command: Command) -> Answer:
    """Report the result of an agent's run. For several agents or days, list the runs."""
    names = resolve_agents(task, command, "look at")
    if len(names) > 1:
        return await all_runs(task, command)
    name = names[0]
    every = await in_database(list_runs, task.pack.access, agent=name, limit=_READ)
    if not every:
        return Answer(f"**{name}** has not run yet.", agent=name)
    found = [one for one in every if _fits(one, command.slots, task)][:_OF_ONE]
    then = "" if found else f"**{name}** didn't run then. "
    shown = found or every[:1]
    output = f"\n\nThe last one gave:\n\n{shown[0].output}" if shown[0].output else ""
    lead = f"{then}The latest runs of **{name}**"
    return Answer(f"{lead}:\n\n{run_lines(shown, task.pack.now)}{output}", agent=name)


@handles("agent.why")
async def why(task: Task, command: Command) -> Answer:
    """Say why an agent's last run failed and how to fix it, or that it didn't fail."""
    names = resolve_agents(task, command, "look at")
    found = await in_database(list_runs, task.pack.access, limit=_READ, chats=False)
    last = next((one for one in found if one.agent and one.agent.slug in names), None)
    if last is None:
        return Answer(f"**{names[0]}** has not run yet.", agent=names[0])
    name = last.agent.slug if last.agent else names[0]
    told = run_lines([last], task.pack.now)
    if last.status != RunStatus.FAILED:
        return Answer(f"**{name}** didn't fail the last time:\n\n{told}", agent=name)
    output = f"\n\nIt gave:\n\n{last.output}" if last.output not in ("", last.error) else ""
    return Answer(f"{told}{output}", agent=name)


@handles("agent.why_not")
async def why_not(task: Task, command: Command) -> Answer:
    """Say why an agent hasn't run: it is paused, on demand, or wasn't due, else how its last run went."""
    names = resolve_agents(task, command, "look at")
    row = await in_database(get_agent, task.pack.access, names[0])
    reason = await in_database(_stands_still, row, task.pack.now)
    if not reason:
        return await why(task, command)
    found = await in_database(list_runs, task.pack.access, agent=row.slug, limit=1)
    last = f"\n\nIts last run:\n\n{run_lines(found, task.pack.now)}" if found else ""
    return Answer(f"{reason}{last}", agent=row.slug)


def _stands_still(row: AgentDefinition, now: datetime) -> str:
    """Say why nothing is due of an agent, empty if it was due since it was changed or run last."""
    if row.status != AgentStatus.ACTIVE:
        return f"**{row.slug}** is paused, so it doesn't run. To start it, say “resume {row.slug}”."
    if not row.schedule:
        return f"**{row.slug}** runs on demand: nothing starts it by itself."
    due = next_due(row, max(row.created_at, row.updated_at))
    if due and due <= now:
        return ""
    return f"**{row.slug}** wasn't due: it runs {row.schedule_words}. {say_next(row, now)}".rstrip()


@handles("run.list")
async def all_runs(task: Task, command: Command) -> Answer:
    """List the latest runs of all agents, on certain days or failed ones only."""
    every = await in_database(list_runs, task.pack.access, limit=_READ, chats=False)
    if not every:
        return Answer("No agent has run yet.")
    found = [one for one in every if _fits(one, command.slots, task)]
    if not found:
        return Answer("No run failed." if command.slots.get("failed") else "No agent ran then.")
    lead = "The runs that failed" if command.slots.get("failed") else "The latest runs"
    return Answer(f"{lead}:\n\n{run_lines(found[:_SHOWN], task.pack.now)}")


def _fits(run: AgentRun, slots: Mapping[str, Any], task: Task) -> bool:
    if slots.get("failed") and run.status != RunStatus.FAILED:
        return False
    days: Sequence[Any] = slots.get("days", ())
    return not days or days[0] <= run.started_at.astimezone(task.pack.now.tzinfo).date() <= days[1]
