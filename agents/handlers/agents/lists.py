"""Lists agents: all, or those with a certain time, skill, destination or gap."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from operator import eq, gt, lt
from typing import Any

from agents.builder.questions import note_uncreated
from agents.definitions.lines import ON_HOLIDAYS, agent_lines
from agents.definitions.schedules import schedule_of
from agents.definitions.schedules.due import say_next, say_time
from agents.definitions.selectors import find_agents, get_agent, list_agents
from agents.handlers.agents.which_agent import NONE_HERE, resolve_agent
from agents.handlers.events.lists import PART_HOURS
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.models import AgentDefinition, AgentRun, AgentStatus
from agents.tools.readiness import gaps_of
from intent.commands import Command, read_commands
from intent.forms.days_off import days_of
from intent.questions.topics import fits, words_shared
from intent.schedules.left_out import days_in_words
from intent.slots.systems import outside_systems
from omniforge.recurrence.rule import WEEKDAYS
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain
from omniforge.tenants.access import Access

_ASKED = 6  # the person's last messages, searched for a request for a list
_MOMENT = timedelta(microseconds=1)
_MAIL = ("email", "mail", "@")
_ALWAYS = {"more", "side", "at"}  # what may be asked of any list
_EDGES: Mapping[str, Callable[[Iterable[time]], time]] = {"first": min, "last": max}
_SIDES: Mapping[str, Callable[[time, time], bool]] = {"": eq, "before": lt, "after": gt}


@handles("agent.list")
async def list_them(task: Task, command: Command) -> Answer:
    """List the agents, or those that match the question's conditions."""
    rows = await in_database(list_agents, task.pack.access)
    slots = _of_list_before(task, command.slots) if command.slots.get("more") else command.slots
    asked = _shown(rows, task) if slots.get("among") else rows
    found = _at_edge([row for row in asked if _fits(row, slots, task)], str(slots.get("order", "")))
    if slots.get("unrun"):
        found = await in_database(_never_run, found)
    if slots.get("lacking"):
        found = await in_database(_with_gaps, task.pack.access, found)
    task.run.spoken.lists = True
    draft = note_uncreated(task.pack)
    if not rows:
        return Answer(f"There are no agents here yet. {draft}" if draft else NONE_HERE)
    if not found and (about := str(slots.get("about", ""))):
        return _closest(rows, about)
    if not found:
        return Answer(f"None of your {len(rows)} agents.")
    listed = f"{_lead(len(found), len(rows), counts='counts' in slots)}:\n\n{agent_lines(found)}"
    return Answer(
        f"{listed}\n\n{draft}" if draft and len(found) == len(rows) else listed,
        agent=found[0].slug if len(found) == 1 else "",
        agents=tuple(row.slug for row in found),
    )


def _closest(rows: Sequence[AgentDefinition], about: str) -> Answer:
    """Say that no agent has all words of its topic, and list those that have one."""
    near = [row for row in rows if words_shared(about.split(), _words_of(row))]
    lead = f"None of your {len(rows)} agents names “{plain(about)}”."
    return Answer(f"{lead} The closest:\n\n{agent_lines(near)}" if near else lead)


@handles("agent.deleted")
async def list_deleted(task: Task, command: Command) -> Answer:
    """List deleted agents, which can be restored."""
    gone = await in_database(_deleted, task.pack.access)
    if not gone:
        return Answer("No agent was deleted here.")
    back = f"To bring one back, say “bring back {gone[0].slug}”."
    return Answer(f"Deleted agents:\n\n{agent_lines(gone)}\n\n{back}")


def _deleted(access: Access) -> list[AgentDefinition]:
    return list(find_agents(access, archived=True).filter(status=AgentStatus.ARCHIVED))


def deleted_names(access: Access) -> set[str]:
    """Return the names of deleted agents."""
    return {row.slug for row in _deleted(access)}


def _with_gaps(access: Access, rows: list[AgentDefinition]) -> list[AgentDefinition]:
    return [row for row in rows if gaps_of(access, row)]


def _lead(found: int, every: int, *, counts: bool) -> str:
    if found < every:
        return f"{found} of your {every} agents"
    return f"You have {every} agent{'s' * (every > 1)}" if counts else "Here are your agents"


def _of_list_before(task: Task, slots: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the last list's conditions with another day, time or state. Raises NoSuchTarget."""
    for message in reversed(task.pack.said[-_ASKED:]):
        asked = next((one for one in read_commands(message, task.situation).commands), None)
        if asked is None or asked.name != "agent.list":
            break
        if not asked.slots.get("more"):
            if not {*slots} - _ALWAYS <= {*asked.slots}:
                break
            side = {"side": ""} if "at" in slots else {}
            return {**asked.slots, **side, **slots}
    raise NoSuchTarget


def _never_run(rows: Sequence[AgentDefinition]) -> list[AgentDefinition]:
    """Return the agents of which there is no run."""
    ran = set(AgentRun.objects.filter(agent__in=rows).values_list("agent", flat=True))
    return [row for row in rows if row.pk not in ran]


def _fits(row: AgentDefinition, slots: Mapping[str, Any], task: Task) -> bool:
    return all(check(row, slots, task) for slot, check in _CHECKS.items() if slots.get(slot))


def _is_due(row: AgentDefinition, days: tuple[date, date], task: Task) -> bool:
    """Return whether an active agent has a run on one of these days, from now on."""
    return row.status == AgentStatus.ACTIVE and _due_on(row, days, task) is not None


def _due_on(row: AgentDefinition, days: tuple[date, date], task: Task) -> datetime | None:
    """Return the first run of an agent's schedule on these days, from now on."""
    begins = datetime.combine(days[0], time(), task.pack.now.tzinfo) - _MOMENT
    due = schedule_of(row).next_after(max(task.pack.now, begins))
    return due if due and days[0] <= due.date() <= days[1] else None


def _shown(rows: list[AgentDefinition], task: Task) -> list[AgentDefinition]:
    """Return the agents listed last, all agents if that was one alone."""
    shown = [row for row in rows if row.slug in task.pack.dialogue.shown_agents]
    return shown if len(shown) > 1 else rows


def _at_edge(rows: list[AgentDefinition], order: str) -> list[AgentDefinition]:
    """Return the agents that run at the earliest or latest time of day of all, all without an order."""
    if order not in _EDGES:
        return rows
    edge = _EDGES[order]
    times = {row.slug: edge(own) for row in rows if (own := schedule_of(row).times_of_day)}
    return [row for row in rows if row.slug in times and times[row.slug] == edge(times.values())]


def _words_of(row: AgentDefinition) -> str:
    """Return what an agent is called, does and reads."""
    return " ".join((row.slug.replace("-", " "), row.description, row.instructions, row.subject, row.source))


def _reaches(row: AgentDefinition, place: str) -> bool:
    """Return whether an agent reads from or sends to a place. Mail counts as one place for any recipient."""
    own = f"{row.source} {row.destination}".casefold()
    named = [one.casefold() for one in outside_systems(place)] or [place.casefold()]
    return any(one in own or (one in _MAIL and any(mail in own for mail in _MAIL)) for one in named)


def _runs_on(row: AgentDefinition, days: str, *, alone: bool = False) -> bool:
    """Return whether an agent runs on one of these weekdays, "SA,SU", `alone`: on no others."""
    runs, wanted = {one for one in WEEKDAYS if schedule_of(row).runs_on(one)}, {*days.split(",")}
    if len(wanted) == len(WEEKDAYS):  # 'every day'
        return runs == wanted
    return bool(runs & wanted) and not (alone and runs - wanted)


_Check = Callable[[AgentDefinition, Mapping[str, Any], Task], bool]
_CHECKS: Mapping[str, _Check] = {
    "status": lambda row, slots, _: (row.status == AgentStatus.ACTIVE) == (slots["status"] == "active"),
    "weekday": lambda row, slots, _: (
        _runs_on(row, slots["weekday"], alone=bool(slots.get("alone"))) != bool(slots.get("negated"))
    ),
    "at": lambda row, slots, _: any(
        _SIDES[slots.get("side", "")](one, slots["at"]) for one in schedule_of(row).times_of_day
    ),
    "part": lambda row, slots, _: any(
        one.hour in range(*PART_HOURS[slots["part"]]) for one in schedule_of(row).times_of_day
    ),
    "days": lambda row, slots, task: _is_due(row, slots["days"], task),
    "place": lambda row, slots, _: _reaches(row, str(slots["place"])),
    "about": lambda row, slots, _: fits(str(slots["about"]).split(), _words_of(row)),
    "skill": lambda row, slots, _: slots["skill"] in {one.slug for one in row.skills.all()},
}


@handles("agent.holidays")
async def tell_holidays(task: Task, command: Command) -> Answer:
    """Say whether an agent runs on public holidays."""
    name = resolve_agent(task, command, "tell you about")
    row = await in_database(get_agent, task.pack.access, name)
    return Answer(f"**{name}** runs {row.schedule_words or 'on demand'}. {ON_HOLIDAYS}", agent=name)


@handles("agent.runs_on")
async def tell_runs_on(task: Task, command: Command) -> Answer:
    """Say whether an agent runs on a day of the week, or on certain days."""
    name = resolve_agent(task, command, "tell you about")
    row = await in_database(get_agent, task.pack.access, name)
    if days := command.slots.get("days"):
        return Answer(await in_database(_told_of_days, row, days, task), agent=name)
    said = "Yes" if _runs_on(row, command.slots["weekday"]) else "No"
    return Answer(f"{said}. **{name}** runs {row.schedule_words or 'on demand'}.", agent=name)


def _told_of_days(row: AgentDefinition, days: tuple[date, date], task: Task) -> str:
    """Say whether an agent runs on these days, and if not, why."""
    now = task.pack.now
    if row.status != AgentStatus.ACTIVE:
        return f"No. **{row.slug}** is {row.status}, so it doesn't run."
    if not row.schedule:
        return f"**{row.slug}** runs on demand: nothing starts it by itself."
    if due := _due_on(row, days, task):
        return f"Yes. **{row.slug}** runs {say_time(due, now)}."
    listed = days_of(days)
    skips = "skips" if {*listed} <= {*schedule_of(row).without} else "doesn't run on"
    said = f"No. **{row.slug}** {skips} {days_in_words(listed)}."
    return f"{said} It runs {row.schedule_words}. {say_next(row, now)}".rstrip()
