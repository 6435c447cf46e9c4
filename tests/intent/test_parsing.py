"""A model's answers, and how they are corrected or refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent.parsing import IntentAnswer, parse_answer, to_intent
from intent.types import ActionType, Mode
from omniforge.llm.schemas import strict_schema
from tests.intent.conftest import CATALOGUE

GOOD = {
    "reasoning": "You asked to run it.",
    "action_type": "execute_task",
    "confidence": 0.9,
    "is_ambiguous": False,
    "alternative_action": None,
    "alternative_confidence": None,
    "clarifying_question": None,
    "target_agent": "Notion-Reporter",
    "entities": [{"name": "time", "value": "Last Week"}],
}


def intent_of(**changes):
    answer = parse_answer(json.dumps(GOOD | changes))
    return to_intent(answer, CATALOGUE) if answer else None


def test_valid_answer_becomes_an_intent():
    intent = intent_of()
    assert (intent.action_type, intent.target_agent) == (ActionType.EXECUTE_TASK, "notion-reporter")
    assert intent.entities == {"time": "last week", "agent_name": "notion-reporter"}
    assert intent.clarifying_question is None


def test_markdown_fence_around_the_answer_is_ignored():
    assert parse_answer(f"Sure!\n```json\n{json.dumps(GOOD)}\n```") is not None


@pytest.mark.parametrize(
    "text",
    ["", "no", "{}", "[]", "null", json.dumps(GOOD)[:-20], json.dumps(GOOD | {"action_type": "fly_to_mars"})],
)
def test_unusable_answer_is_refused(text):
    assert parse_answer(text) is None


@pytest.mark.parametrize("missing", sorted(GOOD))
def test_answer_without_a_required_field_is_refused(missing):
    assert parse_answer(json.dumps({key: value for key, value in GOOD.items() if key != missing})) is None


@pytest.mark.parametrize(
    ("confidence", "kept"), [(7, 1.0), (-1, 0.0), (float("nan"), 0.0), (float("inf"), 0.0), (0.5, 0.5)]
)
def test_confidence_out_of_range_is_clamped(confidence, kept):
    assert intent_of(confidence=confidence).confidence == kept


@pytest.mark.parametrize("action", ["create_agent", "create_skill", "manage_platform"])
def test_action_without_an_agent_has_no_target(action):
    assert intent_of(action_type=action).target_agent is None


@pytest.mark.parametrize("name", ["ghost", "", "notion", "notion-reporter; drop"])
def test_invented_agent_is_dropped(name):
    assert intent_of(target_agent=name).target_agent is None


@pytest.mark.parametrize(
    "entities",
    ["time", {"time": "now"}, None, 3, [1, "x", {"name": "colour", "value": "red"}, {"name": "time"}]],
)
def test_malformed_entities_are_dropped(entities):
    assert intent_of(entities=entities).entities == {"agent_name": "notion-reporter"}


def test_long_texts_are_cut():
    intent = intent_of(
        reasoning="r" * 90_000,
        confidence=0.2,
        clarifying_question="q" * 90_000,
        entities=[{"name": "subject", "value": "s" * 90_000}] * 500,
    )
    assert max(len(intent.reasoning), len(intent.clarifying_question), len(intent.entities["subject"])) <= 300


def test_ambiguous_answer_keeps_its_alternative():
    intent = intent_of(is_ambiguous=True, alternative_action="create_agent", alternative_confidence=2.0)
    assert (intent.mode, intent.alternative_confidence) == (Mode.CLARIFY, 0.9)
    assert "agent" in intent.clarifying_question


def test_alternative_equal_to_the_action_is_dropped():
    intent = intent_of(is_ambiguous=True, alternative_action="execute_task")
    assert not intent.is_ambiguous and intent.alternative_action is None


def test_schema_is_strict_as_vendors_require():
    schema = strict_schema(IntentAnswer)
    assert schema["additionalProperties"] is False
    assert set(schema["required"]) == set(GOOD)


JSON = st.recursive(st.none() | st.booleans() | st.floats() | st.text(max_size=20), st.lists, max_leaves=5)


@given(st.fixed_dictionaries({key: JSON | st.just(value) for key, value in GOOD.items()}))
def test_whatever_a_model_answers_is_an_intent_within_bounds_or_nothing(answer):
    parsed = parse_answer(json.dumps(answer))
    if parsed:
        intent = to_intent(parsed, CATALOGUE)
        assert 0 <= intent.confidence <= 1
        assert intent.target_agent in {agent.name for agent in CATALOGUE.agents} | {None}
