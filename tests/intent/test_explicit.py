"""'@agent' and slash commands."""

import pytest

from intent.explicit import COMMANDS, explicit_intent
from intent.types import ActionType, Catalogue, Method, Mode


@pytest.mark.parametrize(
    ("message", "action", "target"),
    [
        ("@notion-reporter last week", ActionType.EXECUTE_TASK, "notion-reporter"),
        ("@Financial-Analyzer: May", ActionType.EXECUTE_TASK, "financial-analyzer"),
        ("/run notion-reporter for May", ActionType.EXECUTE_TASK, "notion-reporter"),
        ("/RUN @notion-reporter", ActionType.EXECUTE_TASK, "notion-reporter"),
        ("/change financial-analyzer weekly", ActionType.UPDATE_AGENT, "financial-analyzer"),
        ("/new-agent for rents", ActionType.CREATE_AGENT, None),
        ("/new-skill", ActionType.CREATE_SKILL, None),
        ("/agents", ActionType.QUERY_INFO, None),
        ("/skills", ActionType.QUERY_INFO, None),
        ("/help", ActionType.QUERY_INFO, None),
        ("help", ActionType.QUERY_INFO, None),
        ("Hilfe!", ActionType.QUERY_INFO, None),
        ("please help me", ActionType.QUERY_INFO, None),
        ("What can you do with projects?", ActionType.QUERY_INFO, None),
        ("Who are you?", ActionType.QUERY_INFO, None),
        ("/settings", ActionType.MANAGE_PLATFORM, None),
    ],
)
def test_explicit_command_is_certain(catalogue, message, action, target):
    intent = explicit_intent(message, catalogue)
    assert (intent.action_type, intent.target_agent) == (action, target)
    assert (intent.method, intent.confidence) == (Method.EXPLICIT, 1.0)


@pytest.mark.parametrize("message", ["@nobody do it", "/run nobody"])
def test_unknown_agent_is_answered_with_the_existing_ones(catalogue, message):
    intent = explicit_intent(message, catalogue)
    assert intent.mode is Mode.CLARIFY
    assert "nobody" in intent.clarifying_question and "notion-reporter" in intent.clarifying_question


def test_mention_without_any_agents_says_there_are_none():
    assert "no agents yet" in explicit_intent("@nobody", Catalogue()).clarifying_question


@pytest.mark.parametrize(
    "message", ["", "run it", "mail me @ noon", "and/or", "/usr/bin", "/unknown", "a @b", "help me with Jira"]
)
def test_other_message_is_not_explicit(catalogue, message):
    assert explicit_intent(message, catalogue) is None


def test_every_command_has_a_description():
    assert all(description for _, description in COMMANDS.values())
