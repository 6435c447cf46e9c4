"""Recent changes to agents: recorded, and undone on request."""

from collections.abc import Sequence

from agents.definitions.changes import compare
from agents.definitions.schedules.due import say_next
from agents.definitions.selectors import find_agents, get_row
from agents.definitions.services import revert_agent
from agents.definitions.versions import get_version
from agents.handlers.task import Answer, Task
from agents.models import AgentDefinition
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain
from omniforge.tenants.access import Access

_CALLED = {"slug": "its name", "status": "it"}


async def remember_version(task: Task, before: AgentDefinition) -> None:
    """Record an agent's version before a change, for 'undo'; several changes in one turn are one."""
    after = await in_database(_any_agent, task.pack.access, str(before.pk))
    if after.version == before.version:
        return
    arranged = task.run.spoken.arranged
    first = next((number for agent, number, _ in arranged if agent == str(after.pk)), before.version)
    arranged[:] = [one for one in arranged if one[0] != str(after.pk)]
    arranged.append((str(after.pk), first, after.version))


async def undo_agent_changes(task: Task) -> Answer:
    """Undo the last turn's changes to agents."""
    said = []
    for agent, number, since in task.pack.dialogue.arranged:
        row = await in_database(
            revert_agent, access=task.pack.access, agent=agent, number=number, since=since
        )
        task.tell("update", "agent", row.slug, str(row.pk))
        said.append(await in_database(_told, task.pack.access, agent, since, task))
    return Answer("\n".join(said), agent=row.slug)


async def recently_changed_agents(task: Task) -> list[str]:
    """Return the names of the agents that this conversation changed last and nobody has changed since."""
    return await in_database(_unchanged, task.pack.access, task.pack.dialogue.arranged)


def _unchanged(access: Access, arranged: Sequence[tuple[str, int, int]]) -> list[str]:
    since = {agent: after for agent, _, after in arranged}
    rows = find_agents(access, archived=True).filter(pk__in=since)
    return [row.slug for row in rows if row.version == since[str(row.pk)]]


def _any_agent(access: Access, agent: str) -> AgentDefinition:
    return get_row(find_agents(access, archived=True), agent)


def _told(access: Access, agent: str, since: int, task: Task) -> str:
    """Say which values an agent has again after an undo."""
    row = _any_agent(access, agent)
    lines = compare(get_version(row.versions.all(), since).snapshot, _now(row))
    again = [
        f"{_called(line.field)} is {plain(line.value)} again" for line in lines if line.change == "added"
    ]
    told = ", ".join(again) or "it is as it was before"
    return f"Undone. **{row.slug}**: {told}. {say_next(row, task.pack.now)}".rstrip()


def _called(field: str) -> str:
    return _CALLED.get(field, f"its {field}")


def _now(row: AgentDefinition) -> dict[str, object]:
    return dict(get_version(row.versions.all(), row.version).snapshot)
