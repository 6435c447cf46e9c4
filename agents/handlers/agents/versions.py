"""Reports an agent's versions, and restores one."""

from datetime import datetime

from agents.definitions.changes import Line, change_in_agent
from agents.definitions.schedules.due import say_next
from agents.definitions.selectors import get_agent
from agents.definitions.services import restore_agent
from agents.definitions.versions import get_version, list_versions
from agents.failures import ToolFailed
from agents.handlers.agents.undo import remember_change
from agents.handlers.agents.which_agent import resolve_agent
from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from intent.commands import Command
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain
from omniforge.tenants.access import Access

_LISTED = 20  # versions
_LONGEST = 300  # characters of a value


@handles("agent.versions")
async def versions(task: Task, command: Command) -> Answer:
    """List an agent's versions, newest first."""
    name = resolve_agent(task, command, "look at")
    return Answer(await in_database(_listed, task.pack.access, name, task.pack.now), agent=name)


def _listed(access: Access, agent: str, now: datetime) -> str:
    row = get_agent(access, agent)
    found = list_versions(row.versions.all(), limit=_LISTED + 1)
    lines = [
        f"- Version {one.number}{', the current one' if one.number == row.version else ''}: "
        f"{plain(str(one.changed_by or 'a former member'))}, {_day(one.created_at, now)}"
        for one in found[:_LISTED]
    ]
    more = "\n\nThe older ones are on its page." if len(found) > _LISTED else ""
    return f"**{row.slug}** has these versions:\n\n" + "\n".join(lines) + more


@handles("agent.changed")
async def changed(task: Task, command: Command) -> Answer:
    """Say what a version, or the last one, changed."""
    name = resolve_agent(task, command, "look at")
    said = await in_database(_compared, task.pack.access, name, command.slots.get("number"), task.pack.now)
    return Answer(said, agent=name)


def _compared(access: Access, agent: str, number: int | None, now: datetime) -> str:
    row = get_agent(access, agent)
    version = get_version(row.versions.all(), number or row.version)
    change = change_in_agent(row, version.number)
    when = f"Version {version.number} of **{row.slug}**, {_day(version.created_at, now)}"
    if change is None:
        return f"{when}, is the first version."
    lines = "\n".join(_differing(change.lines))
    return f"{when}, changed this:\n\n{lines}" if lines else f"{when}, is the same as the one before."


def _differing(lines: tuple[Line, ...]) -> list[str]:
    """Return a line per changed field: 'source: Notion → Confluence'."""
    values = {(line.field, line.change): plain(line.value[:_LONGEST]) for line in lines}
    fields = dict.fromkeys(line.field for line in lines if line.change != "kept")
    return [
        f"- {field}: {values.get((field, 'removed'), 'nothing')} → {values.get((field, 'added'), 'nothing')}"
        for field in fields
    ]


@handles("agent.rollback")
async def roll_back(task: Task, command: Command) -> Answer:
    """Restore an agent's content from an old version, or the previous one."""
    name = resolve_agent(task, command, "roll back")
    row = await in_database(get_agent, task.pack.access, name)
    number = command.slots.get("number") or row.version - 1
    if number < 1:
        raise ToolFailed(f"**{name}** has only one version.")
    restored = await in_database(restore_agent, access=task.pack.access, agent=name, number=number)
    task.tell("update", "agent", restored.slug, str(restored.pk))
    remember_change(task, restored, row.version)
    kept = "Its name and status stay as they were."
    following = say_next(restored, task.pack.now)
    return Answer(f"**{name}** is back at version {number}. {kept} {following}".rstrip(), agent=name)


def _day(moment: datetime, now: datetime) -> str:
    local = moment.astimezone(now.tzinfo)
    return f"{local.day} {local:%b %Y, %H:%M}"
