"""Fixtures: agents to talk about."""

import pytest

from agents.definitions.services import create_agent, create_skill
from omniforge.tenants.access import Access
from tests.agents.chat import Chat


@pytest.fixture
def three_agents(ann: Access) -> None:
    """The agents of the journeys, in order."""
    create_skill(access=ann, slug="find-overdue-tickets", description="Finds overdue tickets.")
    create_agent(
        access=ann,
        slug="notion-reporter",
        description="Weekly Notion project summaries",
        source="Notion",
        schedule="0 9 * * 1",
        destination="Slack",
    )
    create_agent(
        access=ann,
        slug="jira-overdue-monitor",
        description="Daily overdue ticket alerts",
        source="Jira",
        schedule="0 9 * * *",
        skills=("find-overdue-tickets",),
        destination="Slack",
    )
    create_agent(
        access=ann,
        slug="financial-analyzer",
        description="Monthly financial analysis of revenue data",
        schedule="0 9 1 * *",
    )


@pytest.fixture
def chat(ann: Access) -> Chat:
    """A conversation of the owner of acme, without a model."""
    return Chat(ann)
