"""create_skill: asks what a skill does and how, and adds it to the workspace's skills."""

from dataclasses import replace

from agents.actions.wizard import ask, ask_next, continue_form
from agents.builder import SKILL_FORM
from agents.context import ContextPack
from agents.dialogue import Draft
from agents.events import Operation, Outputs
from agents.services import add_skill
from agents.services import create_skill as create
from intent.types import Intent
from omniforge.database import in_database
from omniforge.errors import Conflict, NotFound


def create_skill(pack: ContextPack, intent: Intent) -> Outputs:
    """Begin a skill, or go on with the one that is being built."""
    taken = set(pack.catalogue.skills)
    draft = pack.dialogue.draft
    if draft and draft.kind == "create_skill" and intent.move:
        return continue_form(pack, intent, SKILL_FORM, _create, taken)
    return begin_skill(pack, Draft("create_skill", SKILL_FORM.begin(pack.message, intent.entities)))


def begin_skill(pack: ContextPack, draft: Draft, *, said: str = "Gladly.") -> Outputs:
    """Ask for what `draft` lacks; its target, where it has one, is the agent that gets the skill."""
    pack = replace(pack, dialogue=pack.dialogue.at_rest())
    return ask(pack, SKILL_FORM, ask_next(SKILL_FORM, draft, set(pack.catalogue.skills)), said=said)


async def _create(pack: ContextPack, draft: Draft) -> tuple[Operation, str]:
    slots = draft.slots
    skill = await in_database(
        create,
        access=pack.access,
        slug=slots["name"],
        description=f"{slots['description'][:1].upper()}{slots['description'][1:]}",
        instructions=slots["instructions"],
    )
    operation = Operation("create", "skill", skill.slug, "done", str(skill.pk))
    return operation, f"Created the skill **{skill.slug}**{await _given(pack, skill.slug, draft.target)}"


async def _given(pack: ContextPack, skill: str, agent: str | None) -> str:
    """Give a new skill to the agent that it was made for; return what to say of that."""
    if agent is None:
        return f". To use it, say 'add {skill} to' and an agent's name."
    try:
        await in_database(add_skill, access=pack.access, agent=agent, skill=skill)
    except (Conflict, NotFound) as error:
        return f", but {agent} did not get it: {error.message}"
    return f" and gave it to **{agent}**."
