"""The input of a run: the task that rules read, and the instructions of its agent, if any."""

from collections.abc import Iterator
from dataclasses import replace

from agents.context.pack import ContextPack
from agents.context.prompts import fence
from agents.context.situation import new_files
from agents.models import AgentDefinition, SkillDefinition
from intent.forms.wishes import asks_for_agent
from intent.sentences.tasks import Task, read_task
from intent.text import find_name

_TELLING = 3  # fewest words by which an agent's own work is known again
_RESOURCES = 20_000  # characters of a skill's files that a model is given


def task_of(pack: ContextPack, agent: AgentDefinition | None) -> Task:
    """Return the task in the turn's message, for `agent` if there is one.

    An agent that reads its own sources gets no earlier messages as input. None gets an earlier wish for one,
    or the message that told what it is to do.
    """
    given = [one for one in pack.window if not (agent and _is_about(agent, str(one.content)))]
    said = () if agent and agent.reads_by_itself else given
    return read_task(pack.message, said)


def _is_about(agent: AgentDefinition, text: str) -> bool:
    """Return whether a text wishes for an agent, or tells what this one is to do."""
    own = (*agent.instructions.splitlines(), agent.description, agent.subject)
    told = (one.strip(" .").casefold() for one in own if len(one.split()) >= _TELLING)
    return asks_for_agent(text) or any(one in text.casefold() for one in told)


def with_own_input(pack: ContextPack, agent: AgentDefinition | None) -> ContextPack:
    """Return the turn without the chat's tables and files, for an agent that reads its own sources.

    Files that came with the message, or that it names, are given to the agent.
    """
    if not agent or not agent.reads_by_itself:
        return pack
    given = new_files(pack)
    files = tuple(one for one in pack.files if one in given or find_name(one.name, pack.message))
    return replace(pack, files=files, table=pack.table if files else None)


def about_agent(agent: AgentDefinition) -> list[str]:
    """Return an agent's purpose and its owners' instructions, skills included, as blocks."""
    skills = [text for skill in agent.skills.all() for text in _texts(skill)]
    lines = {
        "agent": agent.slug,
        "description": agent.description,
        "source": agent.source,
        "covering": agent.subject,
        "result goes to": agent.destination,
    }
    head = "\n".join(f"{name}: {value}" for name, value in lines.items() if value)
    return [fence("agent", head), fence("instructions", agent.instructions), *skills]


def _texts(skill: SkillDefinition) -> Iterator[str]:
    """Yield a skill's instructions, then its other files as far as they fit."""
    yield fence("skill", f"{skill.slug}: {skill.instructions}")
    room = _RESOURCES
    for path, text in skill.resources.items():
        room -= len(text)
        if room < 0:
            yield f"({path} of {skill.slug} is left out: its files are too long.)"
            return
        yield fence("skill-file", f"{skill.slug}/{path}\n{text}")
