"""Fixtures of the intent tests: a tenant to talk about, and a model."""

import pytest

from intent import model
from intent.types import AgentCard, Catalogue
from omniforge.llm import Models
from omniforge.llm.providers import configured_providers

CATALOGUE = Catalogue(
    agents=(
        AgentCard("notion-reporter", "Weekly Notion project summaries", ("notion-read",)),
        AgentCard("jira-overdue-monitor", "Daily overdue ticket alerts", ("jira-read", "slack-post")),
        AgentCard("financial-analyzer", "Monthly financial analysis", ("sheets-read",)),
    ),
    skills=("notion-read", "jira-read", "slack-post", "sheets-read", "translate-text"),
)


@pytest.fixture
def catalogue() -> Catalogue:
    return CATALOGUE


@pytest.fixture
async def models(model_server, monkeypatch: pytest.MonkeyPatch) -> Models:
    """A stand-in model, with as much time as this machine needs."""
    monkeypatch.setattr(model, "_DEADLINE", 60.0)
    return Models({"intent": "openai:gpt-4o-mini"}, providers=configured_providers(model_server.providers))
