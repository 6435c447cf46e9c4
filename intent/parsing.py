"""Checks a model's answer field by field: corrects what is safe to correct, refuses the rest."""

import json
import math
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ValidationError, model_validator

from intent.explicit import real_agent
from intent.local.analysis import mode_of
from intent.local.explanations import clarifying_question
from intent.local.targets import NEVER_ABOUT_AN_AGENT
from intent.types import SURE, ActionType, Catalogue, Intent, Method

EntityName = Literal[
    "agent_name", "skill_name", "data_source", "frequency", "time", "channel", "format", "recipient",
    "subject", "deadline", "setting", "member", "project", "document",
]  # fmt: skip
_NOTHING = {"alternative_confidence": 0.0, "clarifying_question": "", "target_agent": ""}
_LONGEST_REASONING, _LONGEST_QUESTION, _LONGEST_VALUE, _MOST_ENTITIES = 300, 300, 120, 14


class EntityAnswer(BaseModel):
    """One extracted entity."""

    name: EntityName
    value: str


def _usable_entities(raw: Any) -> list[Any]:
    """Return the well-formed entities. Any other value counts as none."""
    items = raw if isinstance(raw, list) else []
    return [item for item in items if isinstance(item, EntityAnswer) or _is_entity(item)]


def _is_entity(item: Any) -> bool:
    return (
        isinstance(item, dict)
        and item.get("name") in get_args(EntityName)
        and isinstance(item.get("value"), str)
    )


class IntentAnswer(BaseModel):
    """The answer expected of a model. Vendors enforce its JSON schema. `to_intent` checks the rest."""

    reasoning: str
    action_type: ActionType
    confidence: float
    is_ambiguous: bool
    alternative_action: ActionType
    alternative_confidence: float
    clarifying_question: str
    target_agent: str
    entities: Annotated[list[EntityAnswer], BeforeValidator(_usable_entities)]

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, raw: Any) -> Any:
        """Accept null for a field without a value. A schema that offers it takes a fifth more tokens."""
        if not isinstance(raw, dict):
            return raw
        nothing = {**_NOTHING, "alternative_action": raw.get("action_type")}
        return raw | {name: value for name, value in nothing.items() if name in raw and raw[name] is None}


def parse_answer(text: str) -> IntentAnswer | None:
    """Return the parsed answer, with or without a Markdown fence, or None if it is incomplete or invalid."""
    start, end = text.find("{"), text.rfind("}")
    try:
        return IntentAnswer.model_validate(json.loads(text[start : end + 1]))
    except (ValueError, ValidationError):
        return None


def to_intent(answer: IntentAnswer, catalogue: Catalogue) -> Intent:
    """Return the answer as an intent: confidences within 0 to 1, only existing agents, long texts cut."""
    confidence = _within_bounds(answer.confidence)
    alternative = answer.alternative_action if answer.alternative_action is not answer.action_type else None
    ambiguous = answer.is_ambiguous and alternative is not None
    target = _target(answer, catalogue)
    unsure = ambiguous or confidence < SURE
    return Intent(
        action_type=answer.action_type,
        confidence=confidence,
        entities=_entities(answer, target),
        reasoning=answer.reasoning.strip()[:_LONGEST_REASONING],
        is_ambiguous=ambiguous,
        alternative_action=alternative,
        alternative_confidence=_alternative_confidence(answer, confidence) if alternative else None,
        clarifying_question=_question(answer, alternative, target) if unsure else None,
        target_agent=target,
        mode=mode_of(answer.action_type, unsure=unsure),
        method=Method.MODEL,
    )


def _within_bounds(confidence: float) -> float:
    return min(max(confidence, 0.0), 1.0) if math.isfinite(confidence) else 0.0


def _alternative_confidence(answer: IntentAnswer, confidence: float) -> float:
    """Return the alternative's confidence, at most that of the first reading."""
    return min(_within_bounds(answer.alternative_confidence), confidence)


def _target(answer: IntentAnswer, catalogue: Catalogue) -> str | None:
    if answer.action_type in NEVER_ABOUT_AN_AGENT or not answer.target_agent:
        return None
    return real_agent(answer.target_agent.lstrip("@"), catalogue)


def _entities(answer: IntentAnswer, target: str | None) -> dict[str, str]:
    found = {
        item.name: item.value.strip().lower()[:_LONGEST_VALUE] for item in answer.entities[:_MOST_ENTITIES]
    }
    if target:
        found["agent_name"] = target.lower()
    return {name: value for name, value in found.items() if value}


def _question(answer: IntentAnswer, alternative: ActionType | None, target: str | None) -> str:
    asked = answer.clarifying_question.strip()[:_LONGEST_QUESTION]
    return asked or clarifying_question(answer.action_type, alternative or ActionType.UNKNOWN, target)
