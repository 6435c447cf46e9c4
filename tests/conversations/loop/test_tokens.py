"""Tokens per task, summed over all model calls: the loop's, the intent's and the judge's."""

import orjson
import pytest

from omniforge.files.services import store_file
from omniforge.llm.tokens import count
from omniforge.storage.database import in_database
from tests.conversations.loop.conftest import MODELS
from tests.conversations.loop.talking import Talk
from tests.standin.request import Request
from tests.standin.server import ModelServer

pytestmark = pytest.mark.django_db(transaction=True)
INTENT = {
    "reasoning": "An event is to be added.", "action_type": "execute_task", "confidence": 0.95,
    "is_ambiguous": False, "alternative_action": None, "alternative_confidence": None,
    "clarifying_question": None, "target_agent": None, "entities": [],
}  # fmt: skip
TRIP = {"do": "create", "title": "Oslo", "starts_at": "2026-12-03", "ends_at": "2026-12-05", "all_day": True}
ORDERS = "order,customer,date,status,total\n" + "".join(
    f"O-{number},Customer {number % 5},2026-09-{number:02d},open,{number}.50\n" for number in range(1, 25)
)
AGENT = {
    "name": "open-orders",
    "purpose": "Lists open orders older than 30 days.",
    "instructions": "List all orders with status open whose date is more than 30 days ago.",
    "sources": ["files"],
    "schedule": "FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0",
}
OPEN = {"sql": "select * from orders where status = 'open'", "sources": ["orders.csv"]}
ONCE = "Each Monday at 8 list the orders open for more than 30 days here. And do it now once."


@pytest.fixture
def vendor() -> str:
    return "openai"


@pytest.fixture(autouse=True)
def _with_all_roles(talk: Talk, model_server: ModelServer, settings) -> None:
    settings.MODEL_ROLES = dict.fromkeys(("reply", "intent", "grade"), MODELS["openai"])
    model_server.script("Label the message", INTENT)
    model_server.script("<ledger>", {"unproven_claims": []})


def _spent(requests: list[Request]) -> int:
    """Return the tokens of requests as they were sent."""
    parts = ("messages", "tools", "response_format")
    return sum(count(orjson.dumps(one.body.get(part, "")).decode()) for one in requests for part in parts)


def _answer(text: str) -> dict[str, object]:
    return {"name": "finish", "arguments": {"answer": text}}


async def test_a_trip_in_the_calendar(talk: Talk, model_server: ModelServer):
    model_server.queue({"tools": [{"name": "calendar", "arguments": TRIP}, _answer("It is in.")]})
    heard = await talk.say("Put the trip into my calendar, all day.")
    assert heard.text == "It is in."
    assert len(model_server.requests) == 3 and _spent(model_server.requests) < 4_150


async def test_an_agent_and_its_work_at_once(talk: Talk, model_server: ModelServer):
    file = await in_database(
        lambda: store_file(access=talk.access, name="orders.csv", content=ORDERS.encode()).pk
    )
    model_server.queue(
        {"tools": [{"name": "query_tables", "arguments": OPEN}]},
        {"tools": [{"name": "save_agent", "arguments": AGENT}, _answer("It runs.")], "text": "24 are open."},
    )
    assert "24 are open." in (await talk.say(ONCE, files=[file])).text
    assert (await talk.decide(True)).text == "It runs."
    assert len(model_server.requests) == 5 and _spent(model_server.requests) < 9_100
