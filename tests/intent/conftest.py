"""The tenant that the intent tests speak about."""

import pytest

from intent.types import AgentCard, Catalogue

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
