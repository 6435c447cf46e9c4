"""add_skill_to_agent: gives an agent a skill of the workspace, or offers to create one that is not there."""

import re
from dataclasses import replace

from agents.actions.choosing import ask_which_agent
from agents.actions.create_skill import begin_skill
from agents.builder import SKILL_FORM
from agents.context import ContextPack
from agents.dialogue import Draft
from agents.events import DialogueChanged, Operation, Outputs, TextDelta
from agents.matching import content_words, stem
from agents.naming import stands_in, to_kebab
from agents.references import mentioned_agent
from agents.services import add_skill
from intent.types import ActionType, Intent, Pending
from omniforge.database import in_database
from omniforge.errors import Conflict, NotFound

_NAMED = re.compile(r"\bskill (?P<name>\w+(?:-\w+)+)", re.I)  # what has hyphens is a name
_SKILL = re.compile(
    r"\b(?:the |a |an )?(?P<before>[\w-]+) (?:skill|capability|tool)\b|\bskill (?P<after>[\w-]+)", re.I
)


def add_skill_to_agent(pack: ContextPack, intent: Intent) -> Outputs:
    """Give the agent the skill; ask for whichever of the two the message does not tell."""
    draft = pack.dialogue.draft
    if draft and draft.kind == "add_skill_to_agent" and intent.move:
        return _continue(pack, draft)
    if agent := mentioned_agent(pack, intent):
        return _add(pack, agent, _wanted_skill(pack, intent))
    return ask_which_agent(pack, ActionType.ADD_SKILL_TO_AGENT, "Which agent should get the skill?")


def _add(pack: ContextPack, agent: str, skill: str) -> Outputs:
    known = skill in pack.catalogue.skills
    return _give(pack, agent, skill) if known else _offer_to_create(pack, agent, skill)


async def _give(pack: ContextPack, agent: str, skill: str) -> Outputs:
    try:
        changed = await in_database(add_skill, access=pack.access, agent=agent, skill=skill)
    except (Conflict, NotFound) as error:
        yield TextDelta(error.message)
        return
    yield Operation("update", "agent", changed.slug, "done", str(changed.pk))
    yield TextDelta(f"**{changed.slug}** has the skill **{skill}** now.")
    yield DialogueChanged(replace(pack.dialogue.settled(), last_agent=changed.slug))


async def _offer_to_create(pack: ContextPack, agent: str, skill: str) -> Outputs:
    there = ", ".join(pack.catalogue.skills)
    known = f"The skills here are: {there}. " if there else "There are no skills here yet. "
    if not skill:
        pending = Pending(
            ActionType.ADD_SKILL_TO_AGENT, "slot", f"Which skill should {agent} get?", slot="skill"
        )
    else:
        known = f"There is no skill {skill}. {known}"
        question = f"Shall we create {skill} and give it to {agent}?"
        pending = Pending(ActionType.ADD_SKILL_TO_AGENT, "confirm", question, target_agent=agent)
    yield TextDelta(f"{known}{pending.question}")
    draft = Draft("add_skill_to_agent", {"name": skill}, pending.slot or "confirm", target=agent)
    yield DialogueChanged(pack.dialogue.waiting(pending, draft))


def _continue(pack: ContextPack, draft: Draft) -> Outputs:
    agent, said = draft.target or "", pack.message
    if draft.asking == "skill":
        return _add(pack, agent, _named_in(pack, said) or _fitting(pack, said) or to_kebab(said))
    slots = {"name": draft.slots["name"], **SKILL_FORM.begin(said, {})}
    return begin_skill(pack, Draft("create_skill", slots, target=agent))


def _wanted_skill(pack: ContextPack, intent: Intent) -> str:
    """Return the name of the skill that is asked for, whether or not it exists; empty where none is named."""
    if known := _named_in(pack, pack.message):
        return known
    if named := _NAMED.search(pack.message):
        return to_kebab(named["name"])
    match = _SKILL.search(pack.message)
    said = intent.entities.get("skill_name") or (match["before"] or match["after"] if match else "")
    return _fitting(pack, said) or to_kebab(said)


def _named_in(pack: ContextPack, text: str) -> str:
    """Return the longest name of a skill that stands in `text`."""
    return max((skill for skill in pack.catalogue.skills if stands_in(skill, text)), key=len, default="")


def _fitting(pack: ContextPack, said: str) -> str:
    """Return the one skill whose name has all the words said: check-ibans for 'iban'."""
    words = {stem(word) for word in content_words(said)}
    fitting = [skill for skill in pack.catalogue.skills if words <= set(map(stem, skill.split("-")))]
    return fitting[0] if words and len(fitting) == 1 else ""
