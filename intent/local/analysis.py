"""The rules' answer: turns the linear model's choice into an intent with target, entities and wording."""

from collections.abc import Sequence

from intent.local.entities import extract_entities
from intent.local.exchange import read_exchange
from intent.local.explanations import clarifying_question, reasoning
from intent.local.features import features
from intent.local.targets import target_agent
from intent.local.weights import shipped_weights
from intent.text import heard
from intent.types import SURE, ActionType, Catalogue, Intent, Method, Mode
from omniforge.llm.types import ChatMessage

_CLOSE = 0.4  # a second reading counts as close from this share of the first one's probability


def analyse(message: str, history: Sequence[ChatMessage], catalogue: Catalogue) -> Intent:
    """Return the intent of any message, even an empty one. Never raises."""
    exchange = read_exchange(heard(message), history, catalogue)
    ranked = list(shipped_weights().probabilities(features(exchange)).items())
    (action, confidence), (second, runner_up) = ranked[:2]
    ambiguous = runner_up >= _CLOSE * confidence
    unsure = ambiguous or confidence < SURE
    target = target_agent(action, exchange, history, catalogue)
    return Intent(
        action_type=action,
        confidence=round(confidence, 3),
        entities=extract_entities(exchange, action, target),
        reasoning=reasoning(exchange, action, target),
        is_ambiguous=ambiguous,
        alternative_action=second if unsure else None,
        alternative_confidence=round(runner_up, 3) if unsure else None,
        clarifying_question=clarifying_question(action, second, target) if unsure else None,
        target_agent=target,
        mode=mode_of(action, unsure=unsure),
        method=Method.RULES,
    )


def mode_of(action: ActionType, *, unsure: bool) -> Mode:
    """Return how to go about an action."""
    if unsure:
        return Mode.CLARIFY
    return Mode.INFORM if action in (ActionType.QUERY_INFO, ActionType.UNKNOWN) else Mode.ACT
