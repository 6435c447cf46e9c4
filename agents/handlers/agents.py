"""Lists, shows, changes, pauses, copies and deletes agents."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, cast

from agents.definitions.naming import to_kebab
from agents.definitions.schedules import schedule_of as stored_schedule
from agents.definitions.schedules.due import say_next
from agents.definitions.selectors import get_agent, list_agents, list_runs
from agents.definitions.services import duplicate_agent, set_status, update_agent
from agents.definitions.validation import AgentFields
from agents.definitions.wording import agent_card, agent_lines, run_lines
from agents.failures import ToolFailed
from agents.handlers.arranging import keep_in_mind, taken_back
from agents.handlers.registry import handlers, handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.which_agent import agent_meant, agents_meant
from agents.models import AgentDefinition, AgentStatus
from intent.commands import Command, read_commands
from intent.forms.days import with_days, without_days
from intent.forms.schedules import SaidSchedule, at_times, schedule_of
from intent.forms.whens import half_kept
from intent.plain.rephrasing import only_until
from intent.slots.recurrence import Recurrence
from intent.slots.rules import WEEKDAYS
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_TEXTS = ("description", "instructions", "source", "subject", "destination")
_BY_TOOL = {"name": "name", "when": "schedule", "description": "purpose", "instructions": "instructions"}
_ASKED = 6  # messages of the person in which a list is asked for
_NOT_UNTIL = "I don't keep in mind “until {}”: say “resume {}” when it should run again."
_PUBLIC = {"subject": "what to include", "name": "name", "when": "schedule"}


@handles("agent.list")
async def list_them(task: Task, command: Command) -> Answer:
    """List the agents, or those with a skill, of a status, or that run on a day of the week."""
    rows = await in_database(list_agents, task.pack.access)
    slots = _of_list_before(task, command.slots) if command.slots.get("more") else command.slots
    found = [row for row in rows if _fits(row, slots)]
    task.run.spoken.lists = True
    if not rows:
        return Answer("There are no agents here yet. Tell me what one should do, and I'll set it up.")
    if not found:
        return Answer(f"None of your {len(rows)} agents.")
    return Answer(
        f"{_lead(len(found), len(rows), counts='counts' in slots)}:\n\n{agent_lines(found)}",
        agents=tuple(row.slug for row in found),
    )


def _lead(found: int, every: int, *, counts: bool) -> str:
    if found < every:
        return f"{found} of your {every} agents"
    return f"You have {every} agent{'s' * (every > 1)}" if counts else "Here are your agents"


def _of_list_before(task: Task, slots: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the conditions of the list before with another day, time or state. Raises NoSuchTarget."""
    for message in reversed(task.pack.said[-_ASKED:]):
        asked = next((one for one in read_commands(message, task.situation).commands), None)
        if asked is None or asked.name != "agent.list":
            break
        if not asked.slots.get("more"):
            if not {*slots} - {"more"} <= {*asked.slots}:
                break
            return {**asked.slots, **slots}
    raise NoSuchTarget


def _fits(row: AgentDefinition, slots: Mapping[str, Any]) -> bool:
    if (status := slots.get("status")) and (row.status == AgentStatus.ACTIVE) != (status == "active"):
        return False
    if days := slots.get("weekday"):
        runs = _runs_on(row, days, alone=bool(slots.get("alone")))
        if runs == bool(slots.get("negated")):
            return False
    if (at := slots.get("at")) and at not in stored_schedule(row).times_of_day:
        return False
    return not (skill := slots.get("skill")) or skill in {one.slug for one in row.skills.all()}


def _runs_on(row: AgentDefinition, days: str, *, alone: bool = False) -> bool:
    """Return whether an agent runs on one of some days of the week, "SA,SU"; `alone`: on no other."""
    runs, wanted = {one for one in WEEKDAYS if stored_schedule(row).runs_on(one)}, {*days.split(",")}
    if len(wanted) == len(WEEKDAYS):  # 'every day'
        return runs == wanted
    return bool(runs & wanted) and not (alone and runs - wanted)


@handles("agent.runs_on")
async def tell_runs_on(task: Task, command: Command) -> Answer:
    """Say whether an agent runs on a day of the week."""
    name = agent_meant(task, command, "tell you about")
    row = await in_database(get_agent, task.pack.access, name)
    said = "Yes" if _runs_on(row, command.slots["weekday"]) else "No"
    return Answer(f"{said}. **{name}** runs {row.schedule_words or 'on demand'}.", agent=name)


@handles("agent.show", "agent.when")
async def show(task: Task, command: Command) -> Answer:
    """Say what an agent is, or when it runs."""
    names = agents_meant(task, command, "tell you about")
    rows = [await in_database(get_agent, task.pack.access, one) for one in names]
    tell = agent_card if command.name == "agent.show" else _when
    said = "\n\n".join(tell(one, task.pack.now) for one in rows)
    return Answer(said, agent=names[0]) if len(names) == 1 else Answer(said, agents=tuple(names))


def _when(agent: AgentDefinition, now: datetime) -> str:
    said = f"**{agent.slug}** runs {agent.schedule_words or 'on demand'}. {say_next(agent, now)}"
    paused = " It is paused, so it doesn't run." if agent.status == AgentStatus.PAUSED else ""
    return f"{said.rstrip()}{paused}"


@handles("agent.runs")
async def runs(task: Task, command: Command) -> Answer:
    """Say what an agent found when it ran."""
    name = agent_meant(task, command, "look at")
    found = await in_database(list_runs, task.pack.access, agent=name, limit=5)
    if not found:
        return Answer(f"**{name}** has not run yet.", agent=name)
    output = f"\n\nThe last one gave:\n\n{found[0].output}" if found[0].output else ""
    return Answer(f"The latest runs of **{name}**:\n\n{run_lines(found, task.pack.now)}{output}", agent=name)


@handles("run.list")
async def all_runs(task: Task, command: Command) -> Answer:
    """List the latest runs of agents."""
    found = await in_database(list_runs, task.pack.access, limit=30)
    of_agents = [run for run in found if run.agent][:10]
    if not of_agents:
        return Answer("No agent has run yet.")
    return Answer(f"The latest runs:\n\n{run_lines(of_agents, task.pack.now)}")


@handles("agent.state")
async def set_state(task: Task, command: Command) -> Answer:
    """Pause agents, or let them run again."""
    paused = command.slots["state"] == "paused"
    names = agents_meant(task, command, "pause" if paused else "resume")
    lines = []
    for name in names:
        before = await in_database(get_agent, task.pack.access, name)
        await task.call("save_agent", agent=name, state="paused" if paused else "active")
        row = await in_database(get_agent, task.pack.access, name)
        await keep_in_mind(task, before)
        said = "paused" if paused else "active" if before.status == row.status else "active again"
        lines.append(f"**{row.slug}** is {said}. {say_next(row, task.pack.now)}".rstrip())
    until = only_until(task.pack.words or task.pack.message) if paused else ""
    lines += [_NOT_UNTIL.format(plain(until), names[-1])] if until else []
    return Answer("\n".join(lines), agents=tuple(names) if len(names) > 1 else (), agent=names[-1])


@handles("agent.update")
async def update(task: Task, command: Command) -> Answer:
    """Change what agents are, and say from what to what."""
    names = agents_meant(task, command, "change")
    said = []
    for name in names:
        before = await in_database(get_agent, task.pack.access, name)
        changes = _changes(command.slots, before, task.pack.now, command.words)
        resumes = command.slots.get("state") == "active" and before.status == AgentStatus.PAUSED
        after = await _saved(task, before, changes, resumes=resumes)
        await keep_in_mind(task, before)
        said.append(_told(before, after, changes, task))
    return Answer("\n".join(said), agent=after.slug)


async def _saved(
    task: Task, agent: AgentDefinition, changes: Mapping[str, str], *, resumes: bool
) -> AgentDefinition:
    """Make the changes; places in the person's own words, which need not be connected, by the service."""
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
    """Return the arguments of the tool. Raises ToolFailed for a schedule that can't be set."""
    changes = {name: str(slots[name]) for name in _TEXTS if name in slots}
    if name := slots.get("title"):
        changes["name"] = to_kebab(str(name))
    if when := slots.get("when"):
        changes["when"] = _stored(schedule_of(when, now, before=str(stored_schedule(before))))
    if days := slots.get("more") or slots.get("less"):
        changes["when"] = _stored(_other_days(str(stored_schedule(before)), days, now, more="more" in slots))
    if at := slots.get("at"):
        had = stored_schedule(before).times_of_day
        at = half_kept(at, had[0], words) if len(had) == 1 else at
        changes["when"] = _stored(at_times(str(stored_schedule(before)), [at], now))
    return changes


def _other_days(stored: str, days: Recurrence, now: datetime, *, more: bool) -> SaidSchedule:
    """Return a schedule with days more or less; a problem for one of which that can't be said."""
    kept = with_days(stored, days, now) if more else without_days(stored, days, now)
    unclear = f"{'also' if more else 'not'} {days.words}"
    return schedule_of(kept, now, before=stored) if kept else SaidSchedule(problem=unclear)


def _stored(schedule: SaidSchedule) -> str:
    if schedule.problem:
        unclear = f"I can't set “{schedule.problem}” as a schedule, so I changed nothing."
        raise ToolFailed(f"{unclear} When should it run?")
    return schedule.stored or "on demand"


def _told(before: AgentDefinition, after: AgentDefinition, changes: Mapping[str, str], task: Task) -> str:
    """Say what changed, as the database has it."""
    said = []
    for name in changes:
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


@handles("agent.change")
async def ask_what(task: Task, command: Command) -> Answer:
    """Say what can be changed of an agent."""
    name = agent_meant(task, command, "change")
    row = await in_database(get_agent, task.pack.access, name)
    return Answer(f"{agent_card(row, task.pack.now)}\n\nWhat should change?", agent=name)


@handles("agent.again")
async def again(task: Task, command: Command) -> Answer:
    """Do the last command about an agent for other agents."""
    words = task.pack.dialogue.last_words
    last = read_commands(words, task.situation).commands if words else ()
    if not last or "agents" not in last[0].slots:
        raise NoSuchTarget
    same = replace(last[0], slots={**last[0].slots, "agents": command.slots["agents"]})
    return await handlers()[same.name](task, same)


@handles("agent.instead")
async def do_instead(task: Task, command: Command) -> Answer:
    """Take the last change of an agent back, and make it of the one that was meant."""
    undone = await taken_back(task)
    done = await again(task, command)
    return replace(done, text=f"{undone.text}\n{done.text}")


@handles("agent.delete")
async def delete(task: Task, command: Command) -> Answer:
    """Delete agents, after a yes; one that was picked when we asked which is meant is picked for good."""
    names = agents_meant(task, command, "delete")
    listed = " and ".join(f"**{name}**" for name in names)
    is_chosen = task.answer_to("agent") in names
    if not is_chosen and not task.confirm(
        f"Shall I delete {listed}? It stops running. Its past runs are kept."
    ):
        return Answer(f"Kept {listed}.", agent=names[-1])
    for name in names:
        before = await in_database(get_agent, task.pack.access, name)
        await task.call("save_agent", agent=name, state="deleted")
        await keep_in_mind(task, before)
    return Answer(f"Deleted {listed}. To undo it, say “bring back {names[0]}”.")


@handles("agent.restore")
async def restore(task: Task, command: Command) -> Answer:
    """Bring a deleted agent back."""
    name = to_kebab(str(command.slots["title"]))
    if name in {card.name for card in task.pack.catalogue.agents}:
        return Answer(f"**{name}** isn't deleted.", agent=name)
    row = await in_database(set_status, access=task.pack.access, agent=name, status=AgentStatus.ACTIVE)
    return Answer(
        f"**{row.slug}** is back and active. {say_next(row, task.pack.now)}".rstrip(), agent=row.slug
    )


@handles("agent.copy")
async def copy(task: Task, command: Command) -> Answer:
    """Make a copy of an agent; it is paused, so that nothing is done twice."""
    name = agent_meant(task, command, "copy")
    slug = to_kebab(str(command.slots.get("title", "")))
    copied = await in_database(duplicate_agent, access=task.pack.access, agent=name, slug=slug)
    task.tell("create", "agent", copied.slug, str(copied.pk))
    return Answer(f"Created **{copied.slug}**, a copy of **{name}**. It is paused.", agent=copied.slug)
