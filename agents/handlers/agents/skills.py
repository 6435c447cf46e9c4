"""Lists and shows skills, assigns them to agents and removes them."""

from agents.definitions.lines import skill_lines
from agents.definitions.selectors import get_agent, get_skill, list_skills
from agents.definitions.services import delete_skill
from agents.failures import ToolFailed
from agents.handlers.agents.which_agent import resolve_agents
from agents.handlers.lines import bold
from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from intent.commands import Command
from omniforge.english import join_words
from omniforge.storage.database import in_database


@handles("skill.list")
async def list_them(task: Task, command: Command) -> Answer:
    """List the skills and their agents."""
    rows = await in_database(list_skills, task.pack.access)
    if not rows:
        return Answer("There are no skills in this workspace yet. Start with “create a skill that …”.")
    return Answer(f"The skills of this workspace:\n\n{skill_lines(rows)}")


@handles("skill.show")
async def show(task: Task, command: Command) -> Answer:
    """Describe a skill's purpose and instructions."""
    name = _known(task, command)
    row = await in_database(get_skill, task.pack.access, name)
    return Answer(f"**{row.slug}**: {row.description}\n\n{row.instructions}".strip())


@handles("skill.give")
async def give(task: Task, command: Command) -> Answer:
    """Give a skill to agents."""
    names, skill = resolve_agents(task, command, "give the skill to"), _known(task, command)
    for name in names:
        has = await _skills_of(task, name)
        if skill in has:
            raise ToolFailed(f"**{name}** already has the skill **{skill}**.")
        await task.call("save_agent", agent=name, skills=[*has, skill])
    return Answer(f"{join_words(map(bold, names))} now has the skill **{skill}**.", agent=names[-1])


@handles("skill.take")
async def take(task: Task, command: Command) -> Answer:
    """Remove a skill from agents, without deleting it."""
    names, skill = resolve_agents(task, command, "take the skill from"), _known(task, command)
    for name in names:
        has = await _skills_of(task, name)
        if skill not in has:
            raise ToolFailed(f"**{name}** doesn't have the skill **{skill}**.")
        await task.call("save_agent", agent=name, skills=[one for one in has if one != skill])
    return Answer(f"{join_words(map(bold, names))} no longer has the skill **{skill}**.", agent=names[-1])


@handles("skill.delete")
async def delete(task: Task, command: Command) -> Answer:
    """Delete a skill, after a yes."""
    skill = _known(task, command)
    if not task.confirm(f"Delete the skill **{skill}**? The agents that have it lose it."):
        return Answer(f"Kept **{skill}**.")
    await in_database(delete_skill, access=task.pack.access, skill=skill)
    task.tell("delete", "skill", skill)
    return Answer(f"Deleted the skill **{skill}**.")


async def _skills_of(task: Task, agent: str) -> list[str]:
    row = await in_database(get_agent, task.pack.access, agent)
    return [one.slug for one in row.skills.all()]


def _known(task: Task, command: Command) -> str:
    """Return the name of the skill meant. Raises ToolFailed that lists the existing ones."""
    there, skill = task.pack.catalogue.skills, str(command.slots["skill"])
    if skill in there:
        return skill
    listed = f"There's {', '.join(f'**{one}**' for one in there[:8])}." if there else "There are none yet."
    raise ToolFailed(f"There's no skill **{skill}**. {listed} To create it, say “create a skill that …”.")
