"""Changes the projects that an agent's work is for: 'only for Barn', 'take Orchard off it'."""

from collections.abc import Callable, Mapping, Sequence

from agents.context.situation import situation_of
from agents.definitions.selectors import get_agent
from agents.failures import ToolFailed
from agents.handlers.agent_undo import remember_version
from agents.handlers.agent_updates import describe_change, save_changes
from agents.handlers.lines import bold
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.which_agent import resolve_agent
from agents.models import THIS_WORKSPACE, AgentDefinition
from intent.commands import Command
from intent.forms.own_work import STANDING, purpose_question
from intent.forms.projects_of_work import also_for, only_for, projects_of, without_projects
from omniforge.english import join_words
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_WAYS: Mapping[str, Callable[[str, Sequence[str], Sequence[str]], str]] = {
    "only": only_for,
    "also": also_for,
    "without": without_projects,
}
_ELSEWHERE = "**{}** reads {}, not projects, so I've changed nothing."
_ALL = "**{}** isn't limited to projects, so I've changed nothing. Say which ones it is for."
_NOT_OF_IT = "**{}** isn't for {}, so I've changed nothing. It's for {}."
_LAST = "**{}** is for {} only, so nothing would be left. Pause it or delete it instead."
_UNREAD = "I can't put that into the work of **{}**, “{}”, so I've changed nothing."


@handles("agent.projects")
async def set_projects(task: Task, command: Command) -> Answer:
    """Limit an agent's work to some projects, add some, or take some off it."""
    before = await in_database(get_agent, task.pack.access, resolve_agent(task, command, "change"))
    names: Sequence[str] = command.slots["projects"]
    changes = _changed(task, before, str(command.slots["way"]), names)
    after = await save_changes(task, before, changes)
    await remember_version(task, before)
    return Answer(describe_change(before, after, changes, task), agent=after.slug)


def _changed(task: Task, agent: AgentDefinition, way: str, names: Sequence[str]) -> dict[str, str]:
    """Return the new texts of an agent's work. Raises ToolFailed if it can't be done so."""
    situation = situation_of(task.pack, scope=STANDING)
    had = projects_of(agent.description, situation.projects)
    if refused := _refusal(agent, way, names, had):
        raise ToolFailed(refused)
    texts = {"description": agent.description, "instructions": agent.instructions or agent.description}
    new = {field: _WAYS[way](text, names, situation.projects) for field, text in texts.items()}
    if not all(new.values()):
        raise NoSuchTarget
    if not (task.pack.models.plays("reply") or purpose_question(new["description"], situation)):
        raise ToolFailed(_UNREAD.format(plain(agent.slug), plain(agent.description)))
    return new


def _refusal(agent: AgentDefinition, way: str, names: Sequence[str], had: Sequence[str]) -> str:
    """Say why an agent's projects can't be changed so, empty if they can."""
    if agent.source != THIS_WORKSPACE:
        return _ELSEWHERE.format(agent.slug, plain(agent.source))
    if way != "only" and not had:
        return _ALL.format(agent.slug)
    if way == "without" and not {*names} & {*had}:
        return _NOT_OF_IT.format(agent.slug, join_words(map(bold, names)), join_words(map(bold, had)))
    if way == "without" and {*had} <= {*names}:
        return _LAST.format(agent.slug, join_words(map(bold, had)))
    return ""
