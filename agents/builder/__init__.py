"""Builds agents and skills in conversation: forms as data, and the dialogue that fills them."""

from agents.builder.agent_form import AGENT_FORM
from agents.builder.form import Form
from agents.builder.skill_form import SKILL_FORM
from agents.context.open import DraftKind

FORMS: dict[DraftKind, Form] = {form.kind: form for form in (AGENT_FORM, SKILL_FORM)}

__all__ = ["AGENT_FORM", "FORMS"]
