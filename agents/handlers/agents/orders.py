"""Shows, pauses, copies and deletes agents."""

from dataclasses import replace
from datetime import datetime

from agents.definitions.lines import agent_card
from agents.definitions.names import to_kebab
from agents.definitions.schedules import schedule_of as stored_schedule
from agents.definitions.schedules.due import say_next
from agents.definitions.selectors import get_agent
from agents.definitions.services import duplicate_agent, restore_deleted_agent
from agents.handlers.agents.lists import deleted_names
from agents.handlers.agents.undo import (
    last_agent_changes,
    remember_change,
    remember_version,
    undo_agent_changes,
)
from agents.handlers.agents.which_agent import resolve_agent, resolve_agents
from agents.handlers.lines import bold
from agents.handlers.registry import handlers, handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.knowledge.from_talk import answer_from_talk
from agents.models import AgentDefinition, AgentStatus
from intent.commands import Command, read_commands
from intent.plain.rephrased import only_until
from omniforge.english import join_words
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_NOT_UNTIL = "I don't keep in mind “until {}”: say “resume {}” when it should run again."
_NOT_THEN = (
    "I can't set a single run for later, so I've changed nothing. "
    "**{name}** runs when you say so, or again and again by its schedule."
)


@handles("agent.show", "agent.when")
async def show(task: Task, command: Command) -> Answer:
    """Describe an agent, or its schedule."""
    names = resolve_agents(task, command, "tell you about")
    in_full = any(name in to_kebab(command.words) for name in names)
    if command.name == "agent.when" and not in_full and answer_from_talk(task.pack.window, command.words):
        raise NoSuchTarget  # 'when does the flour come?', of which the person told
    rows = [await in_database(get_agent, task.pack.access, one) for one in names]
    tell = agent_card if command.name == "agent.show" else _when
    said = "\n\n".join(tell(one, task.pack.now) for one in rows)
    return Answer(said, agent=names[0]) if len(names) == 1 else Answer(said, agents=tuple(names))


def _when(agent: AgentDefinition, now: datetime) -> str:
    said = f"**{agent.slug}** runs {agent.schedule_words or 'on demand'}. {say_next(agent, now)}"
    paused = " It is paused, so it doesn't run." if agent.status == AgentStatus.PAUSED else ""
    return f"{said.rstrip()}{paused}"


@handles("agent.state")
async def set_state(task: Task, command: Command) -> Answer:
    """Pause or resume agents."""
    paused = command.slots["state"] == "paused"
    names = resolve_agents(task, command, "pause" if paused else "resume")
    lines = [await _set_state(task, name, paused=paused) for name in names]
    until = only_until(task.pack.words or task.pack.message) if paused else ""
    lines += [_NOT_UNTIL.format(plain(until), names[-1])] if until else []
    return Answer("\n".join(lines), agents=tuple(names) if len(names) > 1 else (), agent=names[-1])


async def _set_state(task: Task, name: str, *, paused: bool) -> str:
    """Pause or resume one agent. Resuming also ends a pause until a day that is still to come."""
    before = await in_database(get_agent, task.pack.access, name)
    changes = {}
    if (before.status == AgentStatus.PAUSED) != paused:
        changes["state"] = "paused" if paused else "active"
    had = stored_schedule(before)
    schedule = had.resumed_on(task.pack.now.date())
    if schedule != had and not paused:
        changes["schedule"] = str(schedule)
    if changes:
        await task.call("save_agent", agent=name, **changes)
    row = await in_database(get_agent, task.pack.access, name)
    await remember_version(task, before)
    said = "paused" if paused else "active again" if changes else "active"
    return f"**{row.slug}** is {said}. {say_next(row, task.pack.now)}".rstrip()


@handles("agent.change")
async def ask_what(task: Task, command: Command) -> Answer:
    """Say what can be changed about an agent."""
    name = resolve_agent(task, command, "change")
    row = await in_database(get_agent, task.pack.access, name)
    return Answer(f"{agent_card(row, task.pack.now)}\n\nWhat should change?", agent=name)


@handles("agent.again")
async def again(task: Task, command: Command) -> Answer:
    """Repeat the last command about an agent for other agents."""
    words = task.pack.dialogue.last_words
    last = read_commands(words, task.situation).commands if words else ()
    if not last or "agents" not in last[0].slots:
        raise NoSuchTarget
    same = replace(last[0], slots={**last[0].slots, "agents": command.slots["agents"]})
    return await handlers()[same.name](task, same)


@handles("agent.instead")
async def do_instead(task: Task, command: Command) -> Answer:
    """Undo the last change to an agent, and make it to the one that was meant."""
    undone = await undo_agent_changes(task, await last_agent_changes(task))
    done = await again(task, command)
    return replace(done, text=f"{undone.text}\n{done.text}")


@handles("agent.delete")
async def delete(task: Task, command: Command) -> Answer:
    """Delete agents, after a yes, a choice made when asked which one is meant counts as that yes."""
    names = resolve_agents(task, command, "delete")
    listed = join_words(map(bold, names))
    is_chosen = task.answer_to("agent") in names
    if not is_chosen and not task.confirm(
        f"Shall I delete {listed}? It stops running. Its past runs are kept."
    ):
        return Answer(f"Kept {listed}.", agent=names[-1])
    for name in names:
        before = await in_database(get_agent, task.pack.access, name)
        await task.call("save_agent", agent=name, state="deleted")
        await remember_version(task, before)
    return Answer(f"Deleted {listed}. To undo it, say “bring back {names[0]}”.")


@handles("agent.restore")
async def restore(task: Task, command: Command) -> Answer:
    """Restore a deleted agent."""
    name = to_kebab(str(command.slots["title"]))
    if name in {card.name for card in task.pack.catalogue.agents}:
        return Answer(f"**{name}** isn't deleted.", agent=name)
    if task.tentative and name not in await in_database(deleted_names, task.pack.access):
        raise NoSuchTarget
    row = await in_database(restore_deleted_agent, access=task.pack.access, agent=name)
    remember_change(task, row, row.version - 1)
    said = f"**{row.slug}** is back and {row.status}. {say_next(row, task.pack.now)}"
    return Answer(said.rstrip(), agent=row.slug)


@handles("agent.copy")
async def copy(task: Task, command: Command) -> Answer:
    """Copy an agent. The copy is paused, so that nothing happens twice."""
    name = resolve_agent(task, command, "copy")
    slug = to_kebab(str(command.slots.get("title", "")) or _named_for(name, command))
    copied = await in_database(duplicate_agent, access=task.pack.access, agent=name, slug=slug)
    task.tell("create", "agent", copied.slug, str(copied.pk))
    remember_change(task, copied, 0)
    return Answer(f"Created **{copied.slug}**, a copy of **{name}**. It is paused.", agent=copied.slug)


def _named_for(name: str, command: Command) -> str:
    """Return a copy's name, derived from whom it is for, empty if that isn't said."""
    return f"{name} {command.slots['for']}" if "for" in command.slots else ""


@handles("agent.made")
async def made(task: Task, command: Command) -> Answer:
    """Say who created an agent, and when."""
    name = resolve_agent(task, command, "tell you about")
    row = await in_database(get_agent, task.pack.access, name)
    by = f" by {row.created_by}" if row.created_by else ""
    day = row.created_at.astimezone(task.pack.now.tzinfo)
    return Answer(f"**{name}** was created{by} on {day.day} {day:%B %Y}.", agent=name)


@handles("agent.not_then")
async def not_then(task: Task, command: Command) -> Answer:
    """Say that a single run can't be scheduled for later."""
    name = resolve_agent(task, command, "run")
    return Answer(_NOT_THEN.format(name=name), agent=name)
