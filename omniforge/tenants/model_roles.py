"""Which language model plays which role on this site, for people to read."""

from dataclasses import dataclass
from typing import get_args

from omniforge.llm.models import Models
from omniforge.llm.roles import RULES
from omniforge.llm.types import Purpose

_WORK = {
    "intent": "Understands messages",
    "reply": "Writes replies",
    "plan": "Plans work",
    "summary": "Writes summaries",
    "grade": "Grades answers",
    "embed": "Finds by meaning",
}


@dataclass(frozen=True, slots=True)
class ModelRole:
    """One role: its work in words, who plays it ('openai:gpt-4o-mini'), and the variable that chooses."""

    work: str
    player: str
    variable: str
    available: bool

    @property
    def by_rules(self) -> bool:
        return self.player == RULES


def list_model_roles() -> list[ModelRole]:
    """Return every role in the order of a turn. A role without a model is played by rules."""
    models = Models.from_settings()
    return [
        ModelRole(_WORK[role], models.name(role), f"OMNIFORGE_MODEL_{role.upper()}", models.available(role))
        for role in get_args(Purpose)
    ]
