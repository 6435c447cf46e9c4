"""The form of a skill, shaped like SKILL.md: its purpose, instructions and name."""

from agents.builder.form import Form, Slots, SlotSpec
from agents.definitions.names import to_kebab
from intent.data_files import words_of
from intent.sentences.stems import words_in

_EMPTY = words_of("word_lists", "empty_in_skill_names")


def _suggest_name(slots: Slots) -> str:
    telling = [word for word in words_in(slots.get("description", "")) if word not in _EMPTY]
    return to_kebab("-".join(telling[:3])) or "new-skill"


SKILL_FORM = Form(
    kind="create_skill",
    title="New skill",
    noun="skill",
    slots=(
        SlotSpec(
            "description",
            "What it does",
            lambda slots: "What should the skill do?",
            before="",
            about="By that an agent knows when to use the skill.",
        ),
        SlotSpec(
            "instructions",
            "How it works",
            lambda slots: "How should it work? Give the steps or rules in your own words.",
            before=": ",
            default="Do it carefully, and say what is missing.",
            about="Agents that have the skill follow these steps and rules.",
        ),
        SlotSpec(
            "name",
            "Name",
            lambda slots: "What should it be called?",
            about="By its name you give it to agents.",
        ),
    ),
    suggest_name=_suggest_name,
)
