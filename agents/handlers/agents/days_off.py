"""Leaves days out of agents' schedules, or takes that back."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from agents.definitions.schedules import schedule_of
from agents.definitions.schedules.due import say_next
from agents.definitions.selectors import get_agent
from agents.failures import ToolFailed
from agents.handlers.agents.undo import last_agent_changes, remember_version, undo_agent_changes
from agents.handlers.agents.which_agent import resolve_agents
from agents.handlers.lines import bold
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.models import AgentDefinition, AgentStatus
from intent.commands import Command
from intent.forms.days_off import days_of, in_month_of
from intent.schedules import Schedule
from intent.schedules.left_out import days_in_words
from omniforge.english import join_words
from omniforge.storage.database import in_database

_MOST = 100  # days, for which the stored form has room
_TOO_MANY = f"I can leave out {_MOST} days at most, so I've changed nothing. Pause it, and resume it later."
_NOT_LEFT_OUT = "{} doesn't skip {}, so I've changed nothing."
_NO_TIMES = "**{}** runs on demand only, so there's nothing to leave out."


@handles("agent.leave_out")
async def leave_out(task: Task, command: Command) -> Answer:
    """Leave days out of agents' schedules, or let the agents run on them again."""
    if "again" in command.slots:
        return await _leave_out_again(task, command)
    names = resolve_agents(task, command, "pause")
    days = days_of(command.slots["off"])
    is_back, is_sure = "back" in command.slots, command.slots.get("back") == "surely"
    rows = [await in_database(get_agent, task.pack.access, one) for one in names]
    if is_back and not any(set(days) & {*schedule_of(row).without} for row in rows):
        told = _NOT_LEFT_OUT.format(join_words(map(bold, names)), days_in_words(days))
        raise ToolFailed(told) if is_sure else NoSuchTarget(told)
    changed = [(row, _changed(schedule_of(row), days, is_back=is_back)) for row in rows]
    if any(len(one.without) > _MOST for _, one in changed):
        raise ToolFailed(_TOO_MANY)
    lines = [await _set(task, row, one, days) for row, one in changed]
    return Answer("\n".join(lines), agents=tuple(names) if len(names) > 1 else (), agent=names[-1])


async def _leave_out_again(task: Task, command: Command) -> Answer:
    """Leave one more day out than just said, or one instead, which may be said without its month."""
    row = await in_database(get_agent, task.pack.access, resolve_agents(task, command, "pause")[-1])
    changes = await last_agent_changes(task)
    if not schedule_of(row).without or not changes:
        raise NoSuchTarget
    last = max(schedule_of(row).without)
    span = in_month_of(last, command.slots["off"], command.words, task.situation)
    more = replace(command, slots={"off": span})
    if command.slots["again"] != "instead":
        return await leave_out(task, more)
    undone = await undo_agent_changes(task, changes)
    done = await leave_out(task, more)
    return replace(done, text=f"{undone.text}\n{done.text}")


def _changed(before: Schedule, days: Sequence[date], *, is_back: bool) -> Schedule:
    if not before:
        return before
    return before.running_on(days) if is_back else before.leaving_out(days)


async def _set(task: Task, before: AgentDefinition, schedule: Schedule, days: Sequence[date]) -> str:
    if not schedule:
        return _NO_TIMES.format(before.slug)
    if schedule != schedule_of(before):
        await task.call("save_agent", agent=before.slug, schedule=str(schedule))
    after = await in_database(get_agent, task.pack.access, str(before.pk))
    await remember_version(task, before)
    return _told(task, after, days)


def _told(task: Task, agent: AgentDefinition, days: Sequence[date]) -> str:
    """Say what holds on these days, according to the database."""
    skips = set(days) <= {*schedule_of(agent).without}
    said = f"**{agent.slug}** {'skips' if skips else 'no longer skips'} {days_in_words(days)}."
    paused = " It is paused, so it doesn't run." if agent.status == AgentStatus.PAUSED else ""
    return f"{said} {say_next(agent, task.pack.now)}".rstrip() + paused
