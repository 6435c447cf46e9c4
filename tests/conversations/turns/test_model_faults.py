"""Models that fail in every known way: each turn still ends properly.

tests/llm/test_failures.py tests each wire format; here the second vendor fails in its own ways.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.knowledge.replies import CUT_SHORT
from tests.conversations.conftest import QUESTION, ChatSite, started
from tests.standin.faults import Fault
from tests.standin.server import ModelServer
from tests.standin.thread import running
from tests.states import Peopled

pytestmark = pytest.mark.slow
MODELS = {"openai": "openai:gpt-4o-mini", "anthropic": "anthropic:claude-haiku-4-5"}
TEXT = " ".join(f"word{number}" for number in range(40))
LASTING = {  # a retry would not help
    Fault.WRONG_KEY,
    Fault.OUT_OF_CREDIT,
    Fault.UNKNOWN_MODEL,
    Fault.CONTEXT_FULL,
    Fault.INVALID,
}


@pytest.fixture(scope="module")
def replies(peopled: Peopled, tmp_path_factory) -> Iterator[ChatSite]:
    """A site whose replies come from a model."""
    roles = {"OMNIFORGE_MODEL_REPLY": MODELS["openai"]}
    yield from site_with(roles, peopled, tmp_path_factory.mktemp("replies"))


@pytest.fixture(scope="module")
def others_replies(peopled: Peopled, tmp_path_factory) -> Iterator[ChatSite]:
    """One whose replies come from the other vendor's."""
    roles = {"OMNIFORGE_MODEL_REPLY": MODELS["anthropic"]}
    yield from site_with(roles, peopled, tmp_path_factory.mktemp("others"))


@pytest.fixture(params=["replies", "others_replies"])
def either(request: pytest.FixtureRequest) -> ChatSite:
    site: ChatSite = request.getfixturevalue(request.param)
    return site


@pytest.fixture(scope="module")
def intents(peopled: Peopled, tmp_path_factory) -> Iterator[ChatSite]:
    """A site whose intents come from a model, and its replies from rules."""
    roles = {"OMNIFORGE_MODEL_INTENT": MODELS["openai"], "OMNIFORGE_MODEL_REPLY": "rules"}
    yield from site_with(roles, peopled, tmp_path_factory.mktemp("intents"))


def site_with(roles: dict[str, str], peopled: Peopled, folder: Path) -> Iterator[ChatSite]:
    with running(ModelServer()) as model:
        variables = roles | {
            "ANTHROPIC_API_KEY": "test-key",
            "ANTHROPIC_BASE_URL": model.url,
            "DJANGO_SETTINGS_MODULE": "tests.conversations.turns.impatient_settings",
        }
        yield from started(peopled, model, folder / "var", **variables)


def row_of(site: ChatSite, turn_id: str) -> tuple[str, str, str]:
    """Return status, error code and method of a turn as the database tells them."""
    with sqlite3.connect(site.site.var / "omniforge.sqlite3") as database:
        columns = "status, error_code, method"
        query = f"SELECT {columns} FROM conversations_turn WHERE id = ?"
        return database.execute(query, [turn_id.replace("-", "")]).fetchone()


@pytest.mark.parametrize("fault", [fault for fault in Fault if fault is not Fault.WRONG_SCHEMA])
async def test_a_reply_that_fails_is_tried_again_or_a_clear_error(replies: ChatSite, fault: Fault):
    await _fail(replies, fault)


@pytest.mark.parametrize("fault", [Fault.WRONG_KEY, Fault.DISCONNECT, Fault.ERROR_EVENT, Fault.REFUSED])
async def test_so_is_one_of_another_vendor(others_replies: ChatSite, fault: Fault):
    await _fail(others_replies, fault)


async def _fail(replies: ChatSite, fault: Fault) -> None:
    replies.model.reset()
    replies.model.script("schedules work", TEXT)
    async with replies.chat() as ann:
        await ann.ask(QUESTION)  # a success, so that failures of other tests do not add up
        replies.model.fail(fault, retry_after=0.1)
        accepted = await ann.say(QUESTION)
        done = await ann.wait_for("done", accepted["turn_id"])
        errors = [e["data"] for e in ann.events_of(accepted["turn_id"]) if e["type"] == "error"]
        text = ann.text_of(accepted["turn_id"])
    status, error_code, _ = row_of(replies, accepted["turn_id"])
    assert status == done["data"]["finish_reason"]
    if fault in LASTING:
        assert not text
    if fault in LASTING or fault is Fault.REFUSED:
        assert status == "failed"
        assert errors[-1]["code"] == error_code
        assert errors[-1]["message"]
    else:
        assert status == "completed"
        assert "word39" in text and not errors


async def test_one_passing_failure_is_not_seen(either: ChatSite):
    either.model.reset()
    either.model.script("schedules work", TEXT)
    either.model.fail(Fault.RATE_LIMITED, retry_after=0.1)
    async with either.chat() as ann:
        accepted, text = await ann.ask(QUESTION)
    assert TEXT in text
    assert row_of(either, accepted["turn_id"])[0] == "completed"


async def test_an_answer_beyond_the_longest_length_says_so_and_is_continued(either: ChatSite):
    either.model.reset()
    parts = [f" part{number}" for number in range(7)]
    either.model.queue(*[{"text": part, "fault": "length"} for part in parts[:5]], {"text": parts[5]})
    async with either.chat() as ann:
        accepted, text = await ann.ask(QUESTION)
        assert text.strip().startswith("part0 part1 part2 part3 part4")
        assert text.endswith(CUT_SHORT)
        done = await ann.wait_for("done", accepted["turn_id"])
        more, rest = await ann.ask("Continue", accepted["conversation_id"])
    assert rest.strip().startswith("part5")
    assert "part0 part1 part2 part3 part4" in either.model.requests[-1].text
    assert done["data"]["usage"]["output_tokens"] == 5
    assert [row_of(either, one["turn_id"])[:2] for one in (accepted, more)] == [("completed", "")] * 2


async def test_a_call_that_was_cut_is_told_to_the_model_and_not_made(either: ChatSite):
    either.model.reset()
    cut_off = {"name": "list_agents", "arguments": "{"}
    either.model.queue({"text": "Let me look.", "tools": [cut_off], "fault": "length"}, {"text": " Done."})
    async with either.chat() as ann:
        accepted, text = await ann.ask("What did we agree on pricing?")
        told = {event["type"] for event in ann.events_of(accepted["turn_id"])}
    assert "Let me look. Done." in text
    assert "was cut off after" in either.model.requests[-1].last
    assert "tool_call" not in told
    assert row_of(either, accepted["turn_id"])[0] == "completed"


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.STALL, Fault.WRONG_SCHEMA])
async def test_an_intent_that_fails_is_found_by_rules(intents: ChatSite, fault: Fault):
    intents.model.reset()
    async with intents.chat() as ann:
        await ann.ask("List my agents")
        intents.model.fail(fault, times=2)
        accepted, _ = await ann.ask("List my agents")
        intent = next(e["data"] for e in ann.events_of(accepted["turn_id"]) if e["type"] == "intent")
    assert intent["method"] == "rules"
    assert intent["action_type"] == "query_info"
    assert row_of(intents, accepted["turn_id"]) == ("completed", "", "rules")
