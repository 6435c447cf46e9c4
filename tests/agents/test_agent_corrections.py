"""Corrections of an existing agent: every word is accounted for, or nothing is changed."""

import tomllib
from pathlib import Path

import pytest

from agents.definitions.selectors import get_agent
from agents.definitions.services import create_agent
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)
_ROWS = tomllib.loads(Path(__file__).with_name("agent_corrections.toml").read_text(encoding="utf-8"))


@pytest.fixture
def agent(ann: Access, request: pytest.FixtureRequest) -> None:
    row = getattr(request.node, "callspec", None) and request.node.callspec.params.get("row")
    create_agent(
        access=ann,
        slug="till-check",
        description="Lists the takings",
        source="Zendesk",
        subject="takings and shop",
        destination="Slack",
        schedule=row["schedule"] if row and "schedule" in row else "40 17 * * *",
    )


@pytest.mark.parametrize("row", _ROWS["changed"], ids=lambda row: row["say"])
async def test_correction_changes_the_named_field_of_the_agent(chat: Chat, agent: None, row):
    for message in [*row.get("before", []), row["say"]]:
        answer = await chat.say(message)
    after = await in_database(get_agent, chat.access, "till-check")
    fields = {"when": after.schedule_words, "source": after.source, "destination": after.destination}
    expected = {"when": "every day at 17:40", "source": "Zendesk", "destination": "Slack"}
    assert fields == expected | {key: row[key] for key in fields if key in row}, answer.text
    assert row.get("says", "") in answer.text


@pytest.mark.parametrize("message", _ROWS["left"])
async def test_unrelated_message_changes_no_agent(chat: Chat, agent: None, message: str):
    await chat.say("tell me about till-check")
    await chat.say(message)
    after = await in_database(get_agent, chat.access, "till-check")
    assert (after.schedule_words, after.source, after.destination) == (
        "every day at 17:40",
        "Zendesk",
        "Slack",
    )
