"""What the intent tests share: the tenant they speak about, and a model."""

import pytest

from intent.parsing import IntentAnswer
from intent.types import AgentCard, Catalogue
from omniforge.llm import Models
from omniforge.llm.providers import configured_providers
from omniforge.llm.types import ChatMessage

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
async def models(model_server) -> Models:
    """A model at the stand-in, asked once before, as loading the vendor's library takes long."""
    models = Models({"intent": "openai:gpt-4o-mini"}, providers=configured_providers(model_server.providers))
    await models.ask("intent", [ChatMessage("user", "hi")], answer=IntentAnswer, deadline=60)
    model_server.reset()
    return models
