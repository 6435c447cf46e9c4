"""Long conversations are summarised after their turns, and go on knowing what was said at their beginning."""

import asyncio
from contextlib import aclosing
from uuid import UUID

import orjson
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agents.events import Operation
from conversations.memory.summaries import (
    correct_summary,
    current_summary,
    newest_summary,
    pin_summary,
    restore_summary,
    summaries_of,
)
from conversations.memory.summary_writer import next_step, summarise_conversation
from conversations.models import Conversation, Message, Summary, SummarySource, TurnStatus
from conversations.turns.acceptance import accept_message
from conversations.turns.context import load_context
from conversations.turns.end import Ending, store_ending
from conversations.turns.engine import TurnEngine
from conversations.turns.readers import follow
from conversations.wire.announcements import announcements_to
from conversations.wire.commands import SendMessage
from conversations.wire.protocol import data_of
from omniforge.errors import InvalidInput, NotFound
from omniforge.llm.errors import ModelUnavailable
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from omniforge.tenants.models import UsageRecord
from tests.agents.chat import rules_only
from tests.agents.summaries.test_guard import answer, summarising
from tests.conversations.messages import words

pytestmark = pytest.mark.django_db(transaction=True)
FACT = "The budget of Lisbon is 42,000 EUR."
MADE = Operation("create", "agent", "notion-reporter", "done", "0198-a")


class Talk:
    """A conversation of somebody, turn by turn, as the engine stores it."""

    def __init__(self, access, conversation_id=None):
        self.access, self.id = access, conversation_id

    def say(self, text, reply="I see.", **metadata):
        """Take a turn to its end and return what it was begun with."""
        claim = accept_message(self.access, SendMessage(new_id(), text, self.id)).claim
        self.id = claim.conversation_id
        loaded = load_context(claim)
        store_ending(claim, Ending(TurnStatus.COMPLETED, reply, metadata, [], 5))
        return loaded

    def fill(self, turns, size=60):
        for turn in range(turns):
            loaded = self.say(f"{words(size, 'tea')} {turn}", words(size, "milk"))
        return loaded


@pytest.fixture
def talk(ann):
    talk = Talk(ann)
    talk.say(FACT, "Noted.", operations=[data_of(MADE)])
    return talk


async def summarise(talk, models=None):
    return await summarise_conversation(talk.access, talk.id, models or rules_only())


def test_it_is_due_when_much_has_been_said(talk):
    assert not talk.fill(2).summary_due
    assert talk.fill(12).summary_due


def test_it_is_due_after_twenty_turns_however_short(ann):
    talk = Talk(ann)
    assert [talk.say("hi").summary_due for _ in range(21)] == [False] * 20 + [True]


async def test_what_left_the_window_is_told_by_its_summary(talk):
    await in_database(talk.fill, 14)
    before = (await in_database(talk.say, "And Lisbon?")).pack
    assert FACT not in str(before.window)
    kept = await summarise(talk)
    assert (kept.version, kept.covers_from, kept.covers_to) == (1, 1, 24)
    loaded = await in_database(talk.say, "And Lisbon?")
    assert FACT in loaded.pack.window[0].content
    assert loaded.pack.window[0].role == "system"
    assert "summary" in loaded.usage.parts
    assert "messages 1 to 24 in full: they are in the summary" in loaded.usage.left_out
    assert loaded.usage.tokens <= loaded.usage.budget + loaded.usage.parts["new message"]


async def test_deeds_are_kept_as_facts_with_name_and_id(talk):
    await in_database(talk.fill, 14)
    assert "created agent 'notion-reporter' (0198-a)" in (await summarise(talk)).summary.facts


async def test_the_same_messages_are_not_summarised_twice(talk):
    await in_database(talk.fill, 14)
    assert await summarise(talk)
    assert await summarise(talk) is None
    assert await in_database(Summary.objects.count) == 1


async def test_a_summary_that_somebody_overtook_is_dropped(talk):
    await in_database(talk.fill, 14)
    models, scripted = summarising(answer("They talked about tea."))
    ask = scripted.complete

    async def ask_while_a_person_writes(request):
        await in_database(correct_summary, talk.access, talk.id, text="It is all about tea.")
        return await ask(request)

    scripted.complete = ask_while_a_person_writes
    assert await summarise(talk, models) is None
    assert (await in_database(newest_summary, talk.id)).source == SummarySource.PERSON


async def test_it_rolls_on_and_loses_nothing(talk):
    for _ in range(4):
        await in_database(talk.fill, 8)
        await summarise(talk)
    kept = await in_database(newest_summary, talk.id)
    assert kept.version == 4 and kept.covers_from == 1
    assert any(FACT in line for line in [kept.summary.text, *kept.summary.lines])
    assert kept.summary.characters < 7_000


async def test_a_model_writes_it_and_changes_the_state(talk):
    await in_database(talk.fill, 14)
    doubt = {"id": "", "hypothesis": "The budget is fixed", "confidence": 0.8, "evidence": [FACT]}
    made_up = {"id": "0198-zzz", "kind": "task", "name": "Never made"}
    seen = {"id": "0198-a", "kind": "agent", "name": "notion-reporter"}
    idea = {
        "id": "",
        "kind": "idea",
        "title": "Raise the budget",
        "details": "",
        "status": "active",
        "related_entity_ids": ["0198-zzz"],
    }
    reply = answer(
        "They set a budget.",
        "Budget of Lisbon: 42,000 EUR",
        assumptions=[doubt],
        entities=[made_up, seen],
        items=[idea],
    )
    models, scripted = summarising(reply)
    kept = await summarise(talk, models)
    assert (kept.source, kept.model, kept.summary.text) == ("model", "scripted:short", "They set a budget.")
    assert FACT not in [one.text for one in kept.summary.carried]
    row = await in_database(Conversation.objects.get, pk=talk.id)
    state = row.agent_state
    assert row.state_version == 1 and state["lastSummarizedAt"]
    assert [one["hypothesis"] for one in state["assumptions"]] == ["The budget is fixed"]
    assert [one["id"] for one in state["current_understanding"]["entities"]] == ["0198-a"]
    assert state["items"][0]["relatedEntityIds"] == []
    assert "<messages>" in scripted.requests[0].messages[1].content
    assert await in_database(UsageRecord.objects.filter(purpose="summary").count) == 1


async def test_the_agent_is_told_its_state_in_the_next_turn(talk):
    await in_database(talk.fill, 14)
    idea = {"id": "", "kind": "idea", "title": "Raise the budget", "details": "", "status": "active"}
    models, _ = summarising(answer("They set a budget.", items=[{**idea, "related_entity_ids": []}]))
    await summarise(talk, models)
    loaded = await in_database(talk.say, "Go on")
    assert loaded.pack.known.startswith("open idea") and "agent state" in loaded.usage.parts


async def test_after_two_failures_rules_cut_it_down_and_the_receipt_says_so(talk):
    await in_database(talk.fill, 14)
    models, _ = summarising(*[ModelUnavailable("down")] * 4)
    kept = await summarise(talk, models)
    assert (kept.source, kept.model) == ("rules", "scripted:short")
    assert FACT in str(kept.summary)
    loaded = await in_database(talk.say, "Go on")
    assert any("cut down by rules, since the model failed twice" in one for one in loaded.usage.left_out)


async def test_what_is_pasted_stays_whole_while_the_talk_is_about_it(talk):
    paste = "The contract. " + words(900, "clause")
    await in_database(talk.say, paste)
    await in_database(talk.fill, 12)
    await in_database(talk.say, "What does this contract say?")
    kept = await summarise(talk)
    assert kept.summary.whole == (3,) and "clause clause" not in kept.summary.text
    loaded = await in_database(talk.say, "Is this text valid?")
    assert paste in [one.content for one in loaded.pack.window]


def test_without_a_summary_it_costs_no_query(ann, talk):
    claim = accept_message(ann, SendMessage(new_id(), "Hi", talk.id)).claim
    with CaptureQueriesContext(connection) as queries:
        load_context(claim)
    assert not any("conversations_summary" in one["sql"] and "EXISTS" not in one["sql"] for one in queries)


def test_a_person_corrects_pins_and_goes_back(ann, talk):
    first = correct_summary(ann, talk.id, text="We plan a launch in Lisbon.", facts=["It costs 42,000 EUR"])
    second = correct_summary(ann, talk.id, text="We plan two launches.")
    assert second.version == 2 and second.summary.facts == first.summary.facts
    pin_summary(ann, talk.id, version=1, pinned=True)
    assert current_summary(talk.id).summary.text == "We plan a launch in Lisbon."
    pin_summary(ann, talk.id, version=1, pinned=False)
    assert current_summary(talk.id).version == 2
    again = restore_summary(ann, talk.id, version=1)
    assert (again.version, again.summary) == (3, first.summary)
    assert [row.version for row in summaries_of(ann, talk.id)] == [3, 2, 1]
    with pytest.raises(InvalidInput):
        correct_summary(ann, talk.id, text="x" * 9_000)


async def test_what_is_pinned_stands_while_newer_versions_are_written(talk):
    await in_database(correct_summary, talk.access, talk.id, text="It is all about tea.")
    await in_database(pin_summary, talk.access, talk.id, version=1, pinned=True)
    await in_database(talk.fill, 14)
    assert (await summarise(talk)).version == 2
    loaded = await in_database(talk.say, "Go on")
    assert "It is all about tea." in loaded.pack.window[0].content
    assert not loaded.summary_due


def test_nobody_else_reaches_it(amy, bob, talk):
    for access in (amy, bob):
        for call, given in (
            (correct_summary, {"text": "Mine"}),
            (restore_summary, {"version": 1}),
            (pin_summary, {"version": 1, "pinned": True}),
            (summaries_of, {}),
        ):
            with pytest.raises(NotFound):
                call(access, talk.id, **given)
        assert next_step(access, talk.id) is None
    assert not Summary.objects.exists()


async def test_after_a_turn_the_engine_summarises_and_tells_the_tabs(talk):
    await in_database(talk.fill, 14)
    engine = TurnEngine()
    async with aclosing(announcements_to(talk.access)) as frames:
        heard = asyncio.create_task(first_of("summary", frames))
        accepted = await engine.accept(
            talk.access, SendMessage(new_id(), "Create a project called Launch", talk.id)
        )
        async with aclosing(follow(talk.access, accepted.turn_id)) as events:
            kinds = [kind async for _, kind, _ in events]
        frame = await asyncio.wait_for(heard, 120)
    await engine.stop()
    assert kinds[-2:] == ["state_delta", "done"]
    assert (frame["conversation_id"], frame["version"]) == (str(talk.id), 1)
    assert (await in_database(newest_summary, talk.id)).covers_to == 24


async def first_of(kind, frames):
    async for text in frames:
        if (frame := orjson.loads(text))["type"] == kind:
            return frame


async def test_a_conversation_that_is_gone_is_left_alone(talk):
    await in_database(talk.fill, 14)
    await in_database(Conversation.objects.filter(pk=talk.id).delete)
    assert await summarise(talk) is None and isinstance(talk.id, UUID)
    assert not await in_database(Message.objects.exists)
