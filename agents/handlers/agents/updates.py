"""Changes agents, and reports old and new values."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import partial
from typing import Any, cast

from agents.definitions.names import to_kebab
from agents.definitions.schedules import schedule_of as stored_schedule
from agents.definitions.schedules.due import say_next
from agents.definitions.selectors import get_agent
from agents.definitions.services import update_agent
from agents.definitions.validation import AgentFields
from agents.failures import ToolFailed
from agents.handlers.agents.more_work import more_work, other_work, work_of_days
from agents.handlers.agents.undo import remember_version
from agents.handlers.agents.which_agent import resolve_agents
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.models import THIS_WORKSPACE, AgentDefinition, AgentStatus
from intent.commands import Command
from intent.commands.places import read_places
from intent.forms.days import remove_days_from
from intent.forms.fits import names_one_day
from intent.forms.replacements import remove_place, split_places
from intent.forms.schedule_answers import half_kept
from intent.forms.schedules import SaidSchedule, extend_schedule, replace_times, schedule_of
from intent.schedules import Schedule
from intent.slots.recurrence import Recurrence
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_TEXTS = ("description", "instructions", "source", "subject", "destination")
_BY_TOOL = {"name": "name", "when": "schedule", "description": "purpose", "instructions": "instructions"}
_NOT_THEN = (
    "I can't resume **{0}** later, so I've changed nothing. You can say “pause {0} until Monday” instead."
)
_CHAT = "this chat"
_ON_DEMAND = "on demand"
_PUBLIC = {"subject": "what to include", "name": "name", "when": "schedule"}


@handles("agent.update", "agent.work")
async def update(task: Task, command: Command) -> Answer:
    """Change agents, and report old and new values."""
    names = resolve_agents(task, command, "change")
    if command.slots.get("state") == "active" and names_one_day(command.words):
        raise ToolFailed(_NOT_THEN.format(names[0]))  # 'start it again on Monday' is no schedule
    said = []
    for name in names:
        before = await in_database(get_agent, task.pack.access, name)
        changes = _changes(command.slots, before, task.pack.now, command.words)
        changes |= more_work(task, str(command.slots.get("extra", "")), before)
        changes |= other_work(task, command, before)
        changes |= work_of_days(task, str(command.slots.get("days", "")), before)
        resumes = command.slots.get("state") == "active" and before.status == AgentStatus.PAUSED
        after = await save_changes(task, before, changes, resumes=resumes)
        await remember_version(task, before)
        said.append(describe_change(before, after, changes, task))
    return Answer("\n".join(said), agent=after.slug)


async def save_changes(
    task: Task, agent: AgentDefinition, changes: Mapping[str, str], *, resumes: bool = False
) -> AgentDefinition:
    """Make the changes. Places in the person's own words needn't be connected, so a service stores them."""
    by_tool = {_BY_TOOL[name]: value for name, value in changes.items() if name in _BY_TOOL}
    by_tool |= {"state": "active"} if resumes else {}
    in_words = {name: value for name, value in changes.items() if name not in _BY_TOOL}
    if by_tool:
        await task.call("save_agent", agent=agent.slug, **by_tool)
    if in_words:
        fields = cast(AgentFields, in_words)
        await in_database(partial(update_agent, access=task.pack.access, agent=str(agent.pk), **fields))
        task.tell("update", "agent", agent.slug, str(agent.pk))
    return await in_database(get_agent, task.pack.access, str(agent.pk))


def _changes(slots: Mapping[str, Any], before: AgentDefinition, now: datetime, words: str) -> dict[str, str]:
    """Return the tool's arguments. Raises ToolFailed if the schedule isn't possible."""
    changes = {name: str(slots[name]) for name in _TEXTS if name in slots}
    if name := slots.get("title"):
        changes["name"] = to_kebab(str(name))
    if (extra := slots.get("extra")) and before.source != THIS_WORKSPACE:
        changes["subject"] = f"{before.subject} and {extra}" if before.subject else str(extra)
    if place := slots.get("destination"):
        changes["destination"] = _place(str(place))
    if "receiver" in slots or "gone" in slots:
        changes["destination"] = _receivers(before, slots.get("gone", ()), slots.get("receiver"))
    when = _when(slots, str(stored_schedule(before)), now, words)
    return changes | ({"when": when} if when else {})


def _when(slots: Mapping[str, Any], stored: str, now: datetime, words: str) -> str:
    """Return the new schedule, empty if it doesn't change. Raises ToolFailed."""
    if slots.get("unscheduled"):
        return _ON_DEMAND
    if when := slots.get("when"):
        return _stored(schedule_of(when, now, before=stored))
    if days := slots.get("more") or slots.get("less"):
        return _stored(_other_days(stored, days, now, more="more" in slots))
    if "first" in slots or "end" in slots:
        return _stored(_within(Schedule.parse(stored), slots.get("first"), slots.get("end")))
    if at := slots.get("at"):
        had = Schedule.parse(stored).times_of_day
        at = half_kept(at, had[0], words) if len(had) == 1 else at
        return _stored(replace_times(stored, [at], now))
    return ""


def _within(schedule: Schedule, first: date | None, end: date | None) -> SaidSchedule:
    """Return a schedule with a first or a last day, a `problem` if it has no runs of its own."""
    if not schedule:
        return SaidSchedule(problem="first day" if first else "last day")
    changed = schedule.within(first, end)
    return SaidSchedule(str(changed), changed.words)


def _receivers(before: AgentDefinition, gone: Sequence[str], new: str | None) -> str:
    """Return where results go without some places and with a new one, at least to the chat.

    Raises NoSuchTarget if they don't go to one of the former.
    """
    left = before.destination
    for one in gone:
        kept = remove_place(left, one)
        if split_places(kept) == split_places(left):
            where = f"Where it goes: {before.where_to}."
            raise NoSuchTarget(f"**{before.slug}** doesn't go to {plain(one)}. {where}")
        left = kept
    had = [one for one in left.split(" and ") if one != _CHAT]
    return " and ".join(filter(None, dict.fromkeys([*had, _place(new or "")]))) or _CHAT


def _place(words: str) -> str:
    return read_places(words, asking="destination").destination or words


def _other_days(stored: str, days: Recurrence, now: datetime, *, more: bool) -> SaidSchedule:
    """Return a schedule with days added or removed, a `problem` if it can't be expressed."""
    if more:
        found = extend_schedule(stored, days, now)
        return SaidSchedule(problem=f"also {days.words}") if found.problem else found
    kept = remove_days_from(stored, days, now)
    return schedule_of(kept, now, before=stored) if kept else SaidSchedule(problem=f"not {days.words}")


def _stored(schedule: SaidSchedule) -> str:
    if schedule.problem:
        unclear = f"I can't set “{schedule.problem}” as a schedule, so I changed nothing."
        raise ToolFailed(f"{unclear} When should it run?")
    return schedule.stored or _ON_DEMAND


def describe_change(
    before: AgentDefinition, after: AgentDefinition, changes: Mapping[str, str], task: Task
) -> str:
    """Say what changed, according to the database."""
    said = []
    for name in (one for one in changes if one != "instructions" or "description" not in changes):
        column = {"name": "slug", "when": "schedule_words"}.get(name, name)
        old, new = getattr(before, column) or "empty", getattr(after, column) or "on demand"
        label = _PUBLIC.get(name, name)
        said.append(
            f"its {label} is now {new} (before: {old})" if old != new else f"its {label} is {new} already"
        )
    following = f" {say_next(after, task.pack.now)}" if "when" in changes else ""
    again = f"**{after.slug}** is active again. " if before.status != after.status else ""
    paused = "when" in changes and after.status == AgentStatus.PAUSED
    still = " It is still paused, so it doesn't run." if paused else ""
    return f"{again}**{after.slug}**: {', '.join(said)}.{following}".rstrip() + still
