"""Recent changes to agents: recorded, undone on request, and brought back."""

from collections.abc import Sequence

from agents.context.agent_changes import AgentChange
from agents.definitions.changes import compare
from agents.definitions.schedules.due import say_next
from agents.definitions.selectors import find_agents, get_row
from agents.definitions.services import revert_agent
from agents.definitions.versions import get_version
from agents.handlers.lines import bold
from agents.handlers.task import Answer, Task
from agents.models import AgentDefinition, AgentStatus
from omniforge.english import join_words
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain
from omniforge.tenants.access import Access

_CALLED = {"slug": "its name", "status": "it"}
_FIELDS = {"slug": "name", "destination": "where to", "subject": "what to include"}
_STATES = {AgentStatus.PAUSED: "paused", AgentStatus.ARCHIVED: "deleted"}
Changes = Sequence[AgentChange]


async def remember_version(task: Task, before: AgentDefinition) -> None:
    """Record an agent's version before a change, for 'undo'. Several changes in one turn are one."""
    after = await in_database(_any_agent, task.pack.access, str(before.pk))
    if after.version != before.version:
        remember_change(task, after, before.version)


def remember_change(task: Task, agent: AgentDefinition, before: int) -> None:
    """Record a change of an agent, given its version before, or 0 if it is new."""
    arranged, key = task.run.spoken.arranged, str(agent.pk)
    first = next((one.before for one in arranged if one.agent == key), before)
    arranged[:] = [one for one in arranged if one.agent != key]
    arranged.append(AgentChange(str(task.pack.turn_id), key, first, agent.version))


async def undo_agent_changes(task: Task, changes: Changes) -> Answer:
    """Undo changes to agents."""
    reverted = [await _reverted(task, one) for one in changes]
    task.run.spoken.undone += [change for change, _ in reverted]
    return await _answer(task, reverted)


async def redo_agent_changes(task: Task) -> Answer:
    """Redo the changes to agents that were undone last."""
    reverted = [await _reverted(task, one) for one in task.pack.dialogue.undone_agents]
    task.run.spoken.arranged += [change for change, _ in reverted]
    return await _answer(task, reverted)


async def _reverted(task: Task, change: AgentChange) -> tuple[AgentChange, AgentDefinition]:
    row = await in_database(
        revert_agent,
        access=task.pack.access,
        agent=change.agent,
        number=change.before,
        since=change.after,
    )
    task.tell("update", "agent", row.slug, str(row.pk))
    return AgentChange(str(task.pack.turn_id), change.agent, change.after, row.version), row


async def _answer(task: Task, reverted: Sequence[tuple[AgentChange, AgentDefinition]]) -> Answer:
    said = [await in_database(_told, task.pack.access, one.agent, one.before, task) for one, _ in reverted]
    row = reverted[-1][1]
    return Answer("\n".join(said), agent=None if row.status == AgentStatus.ARCHIVED else row.slug)


async def last_agent_changes(task: Task) -> Changes:
    """Return the newest turn's changes to agents, of those that nobody has changed since."""
    return await in_database(_unchanged, task.pack.access, task.pack.dialogue.agent_changes)


async def told_agent_changes(task: Task, changes: Changes) -> str:
    """Say what changes did: 'agent **x** paused'."""
    return join_words([await in_database(_summary, task.pack.access, one) for one in changes])


def _unchanged(access: Access, changes: Changes) -> Changes:
    rows = find_agents(access, archived=True).filter(pk__in={one.agent for one in changes})
    version = {str(row.pk): row.version for row in rows}
    as_left = [one for one in changes if version.get(one.agent) == one.after]
    return [one for one in as_left if one.turn == as_left[-1].turn]


def _any_agent(access: Access, agent: str) -> AgentDefinition:
    return get_row(find_agents(access, archived=True), agent)


def _summary(access: Access, change: AgentChange) -> str:
    row = _any_agent(access, change.agent)
    if not change.before:
        return f"agent {bold(row.slug)} created"
    earlier, later = (
        dict(get_version(row.versions.all(), at).snapshot) for at in (change.before, change.after)
    )
    if earlier["status"] != later["status"]:
        return f"agent {bold(row.slug)} {_STATES.get(later['status'], 'resumed')}"
    fields = dict.fromkeys(line.field for line in compare(earlier, later) if line.change != "kept")
    named = join_words([_FIELDS.get(one, one) for one in fields])
    return f"{named or 'skills'} of agent {bold(row.slug)} changed"


def _told(access: Access, agent: str, since: int, task: Task) -> str:
    """Say which values an agent has again after an undo."""
    row = _any_agent(access, agent)
    if row.status == AgentStatus.ARCHIVED:
        return f"Undone. {bold(row.slug)} is deleted."
    lines = compare(get_version(row.versions.all(), since).snapshot, _now(row))
    again = [
        f"{_called(line.field)} is {plain(line.value)} again" for line in lines if line.change == "added"
    ]
    told = ", ".join(again) or "it is as it was before"
    return f"Undone. {bold(row.slug)}: {told}. {say_next(row, task.pack.now)}".rstrip()


def _called(field: str) -> str:
    return _CALLED.get(field, f"its {field}")


def _now(row: AgentDefinition) -> dict[str, object]:
    return dict(get_version(row.versions.all(), row.version).snapshot)
