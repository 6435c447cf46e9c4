"""Copies an agent, tells of its versions, and goes back to one: what update_agent and query_info do of it."""

from dataclasses import replace
from datetime import datetime

from agents.changes import Line, change_in_agent
from agents.context import ContextPack
from agents.events import AgentPhase, DialogueChanged, Operation, Outputs, TextDelta
from agents.models import AgentDefinition
from agents.naming import to_kebab
from agents.schedules.due import say_next
from agents.selectors import get_agent
from agents.services import duplicate_agent, restore_agent
from agents.tables.markdown import plain
from agents.version_wishes import VersionWish
from agents.versions import get_version, list_versions
from omniforge.database import in_database
from omniforge.errors import Conflict, InvalidInput, NotFound
from omniforge.tenants.access import Access

_LISTED = 20  # versions
_LONGEST = 300  # characters of a value


async def change_by_version(pack: ContextPack, agent: str, wish: VersionWish) -> Outputs:
    """Copy the agent, or give it the content of an old version; tells what was done, or why it was not."""
    duplicating = wish.do == "duplicate"
    yield AgentPhase("executing", f"{'Copying' if duplicating else 'Changing'} {agent}")
    change = _duplicated if duplicating else _restored
    try:
        changed, said = await in_database(change, pack.access, agent, wish, pack.now)
    except (Conflict, InvalidInput, NotFound) as error:
        kept = f"There is no copy of {agent}" if duplicating else f"{agent} is as it was"
        yield TextDelta(f"{kept}: {error.message}")
        return
    yield Operation("create" if duplicating else "update", "agent", changed.slug, "done", str(changed.pk))
    yield TextDelta(said)
    yield DialogueChanged(replace(pack.dialogue.settled(), last_agent=changed.slug))


async def tell_of_versions(pack: ContextPack, agent: str, wish: VersionWish) -> Outputs:
    """List the versions of the agent, or say what one of them changed."""
    tell = _compared if wish.do == "compare" else _listed
    try:
        yield TextDelta(await in_database(tell, pack.access, agent, wish, pack.now))
    except NotFound as error:
        yield TextDelta(error.message)
    yield DialogueChanged(replace(pack.dialogue, last_agent=agent))


def _duplicated(access: Access, agent: str, wish: VersionWish, now: datetime) -> tuple[AgentDefinition, str]:
    slug = to_kebab(wish.name)
    if wish.name and not slug:
        raise InvalidInput(f"'{wish.name[:40]}' makes no name. Use letters and digits.")
    copied = duplicate_agent(access=access, agent=agent, slug=slug)
    made = f"Made **{copied.slug}**, a copy of **{agent}** with its skills."
    return copied, f"{made} It is paused and not published; say 'resume it' to wake it."


def _restored(access: Access, agent: str, wish: VersionWish, now: datetime) -> tuple[AgentDefinition, str]:
    restored = restore_agent(access=access, agent=agent, number=wish.number)
    said = f"**{restored.slug}** has the content and the skills of version {wish.number} again"
    kept = f"as version {restored.version}. Its name and status stay as they were."
    return restored, f"{said}, {kept} {say_next(restored, now)}".rstrip()


def _listed(access: Access, agent: str, wish: VersionWish, now: datetime) -> str:
    row = get_agent(access, agent)
    versions = list_versions(row.versions.all(), limit=_LISTED + 1)
    lines = [
        f"- Version {one.number}{', the current one' if one.number == row.version else ''}: "
        f"{plain(str(one.changed_by or 'somebody who is gone'))}, {_day(one.created_at, now)}"
        for one in versions[:_LISTED]
    ]
    more = "\n\nThe older ones are on its page." if len(versions) > _LISTED else ""
    return f"**{row.slug}** has these versions:\n\n" + "\n".join(lines) + more


def _compared(access: Access, agent: str, wish: VersionWish, now: datetime) -> str:
    row = get_agent(access, agent)
    version = get_version(row.versions.all(), wish.number)
    change = change_in_agent(row, wish.number)
    when = f"Version {wish.number} of **{row.slug}**, {_day(version.created_at, now)}"
    if change is None:
        return f"{when}, is the first version: there is none before it to compare it with."
    lines = "\n".join(_differing(change.lines))
    return f"{when}, changed this:\n\n{lines}" if lines else f"{when}, is the same as the one before."


def _differing(lines: tuple[Line, ...]) -> list[str]:
    """Return a line for each field that differs: 'source: Notion → Confluence'."""
    values = {(line.field, line.change): plain(line.value[:_LONGEST]) for line in lines}
    fields = dict.fromkeys(line.field for line in lines if line.change != "kept")
    return [
        f"- {field}: {values.get((field, 'removed'), 'nothing')} → {values.get((field, 'added'), 'nothing')}"
        for field in fields
    ]


def _day(moment: datetime, now: datetime) -> str:
    local = moment.astimezone(now.tzinfo)
    return f"{local.day} {local:%b %Y, %H:%M}"
