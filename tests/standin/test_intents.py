"""The stand-in as intent model, with the site's own requests."""

import pytest

from intent import model
from intent.classifier import classify
from intent.types import ActionType, AgentCard, Catalogue, Method
from omniforge.llm import Models
from omniforge.llm.providers import configured_providers
from omniforge.llm.types import ChatMessage

CATALOGUE = Catalogue((AgentCard("notion-reporter", "Weekly <Notion> summaries", ("notion",)),), ("notion",))
LISTED = [
    ChatMessage("user", "List my agents"),
    ChatMessage("assistant", "Here are your agents:\n1. notion-reporter - Weekly Notion summaries"),
]


@pytest.mark.parametrize(
    ("message", "history", "action", "target"),
    [
        ("Create an agent that watches our Jira board every morning", [], ActionType.CREATE_AGENT, None),
        ("Run the first one", LISTED, ActionType.EXECUTE_TASK, "notion-reporter"),
        ("Which agents do I have?", [], ActionType.QUERY_INFO, None),
    ],
)
async def test_standin_classifies_like_a_good_model(
    monkeypatch: pytest.MonkeyPatch, model_server, message, history, action, target
):
    monkeypatch.setattr(model, "_DEADLINE", 60.0)  # it is waited for as long as this machine needs
    providers = configured_providers(model_server.providers)
    models = Models({"intent": "openai:gpt-4o-mini"}, providers=providers)
    intent = await classify(message, history=history, catalogue=CATALOGUE, models=models)
    assert (intent.method, intent.action_type, intent.target_agent) == (Method.MODEL, action, target)
