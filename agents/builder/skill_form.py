"""The form of a skill, shaped like SKILL.md: what it does, how, and its name."""

import re

from agents.builder.answers import read_slots
from agents.builder.form import Form, Slots, SlotSpec
from agents.builder.purpose import tidy_purpose
from agents.lexicon import words
from agents.naming import to_kebab

_SKILL = (
    r"(?:skills?|capabilit(?:y|ies)|abilit(?:y|ies)|tools?|functions?|building blocks?|fähigkeit|habilidad)"
)
_DOES = re.compile(
    rf"\b{_SKILL}\b(?:\s+(?:called|named)\s+['\"“]?[\w-]+['\"”]?)?,?\s*(?P<link>that|which|who|to|for|:)\s+"
    r"(?:(?:can|could|will|should|us|me|to)\s+)*(?P<rest>.+)",
    re.I | re.S,
)
_STEPS = re.compile(r"\b(?:steps?|instructions?|how)\s*:\s*(?P<steps>.+)", re.I | re.S)
_WORDS = {
    "what it does": "description",
    "description": "description",
    "purpose": "description",
    "how it works": "instructions",
    "instructions": "instructions",
    "steps": "instructions",
    "name": "name",
}
_EMPTY = words("empty_in_skill_names")


def _read(message: str, asking: str) -> dict[str, str]:
    found = read_slots(message, labels=_WORDS)
    kept = {slot: value for slot, value in found.items() if slot in ("name", "description", "instructions")}
    if kept or not asking:
        return kept
    text = message.strip()
    return {
        asking: tidy_purpose(text)
        if asking == "description"
        else to_kebab(text)
        if asking == "name"
        else text
    }


def _begin(message: str, entities: Slots) -> dict[str, str]:
    slots = _read(message, "")
    if steps := _STEPS.search(message):
        slots["instructions"] = steps["steps"].strip()
        message = message[: steps.start()]
    match = _DOES.search(message)
    if described := tidy_purpose(match["rest"], link=match["link"]) if match else entities.get("subject", ""):
        slots["description"] = described
    if entities.get("skill_name") and "name" not in slots:
        slots["name"] = to_kebab(entities["skill_name"])
    return slots


def _suggest_name(slots: Slots) -> str:
    telling = [
        word for word in re.findall(r"\w+", slots.get("description", "")) if word.lower() not in _EMPTY
    ]
    return to_kebab("-".join(telling[:3])) or "new-skill"


SKILL_FORM = Form(
    kind="create_skill",
    title="New skill",
    noun="skill",
    slots=(
        SlotSpec("description", "What it does", lambda slots: "What should the skill do?", before=""),
        SlotSpec(
            "instructions",
            "How it works",
            lambda slots: "How should it go about it? Give the steps or rules in your own words.",
            before=": ",
            default="Do it carefully, and say what is missing.",
        ),
        SlotSpec("name", "Name", lambda slots: "What should it be called?"),
    ),
    read=_read,
    begin=_begin,
    suggest_name=_suggest_name,
)
