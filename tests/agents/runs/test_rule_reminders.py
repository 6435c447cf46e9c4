"""Reminders, and the event that was spoken of last, without a model: on Friday, 20 November 2026, at ten."""

import pytest

from agents.events import ApprovalAsked
from intent.types import ActionType
from omniforge.tenants.access import Access
from tests.agents.chat import Chat
from tests.agents.runs.test_rule_calendar import add, events

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("message", "event"),
    [
        ("remind me to call the bank on Friday at 9", "Call the bank, Fri 27 Nov 2026, 09:00 to 10:00"),
        ("Remind me tomorrow to send the invoice", "Send the invoice, Sat 21 Nov 2026, all day"),
        (
            "don't let me forget the board call on Tuesday at 3pm",
            "Board call, Tue 24 Nov 2026, 15:00 to 16:00",
        ),
        ("can you remind me on 24 November to close the books?", "Close the books, Tue 24 Nov 2026, all day"),
    ],
)
async def test_a_reminder_is_an_entry_of_the_calendar_and_promises_no_more(
    chat: Chat, ann: Access, message: str, event: str
):
    answer = await chat.say(message)
    assert answer.intent.action_type == ActionType.EXECUTE_TASK
    assert await events(ann) == [event]
    assert "stands in your calendar" in answer.text and "I send no reminder" in answer.text


async def test_when_it_shall_be_is_asked_for(chat: Chat, ann: Access):
    assert "On which day shall I put **Call Anna**" in (await chat.say("remind me to call Anna")).text
    await chat.say("tomorrow at 4")
    assert await events(ann) == ["Call Anna, Sat 21 Nov 2026, 16:00 to 17:00"]


@pytest.mark.parametrize("message", ["remind me what is due", "remind me every Monday to send the report"])
async def test_a_question_or_a_chore_is_no_entry(chat: Chat, ann: Access, message: str):
    assert "stands in your calendar" not in (await chat.say(message)).text
    assert await events(ann) == []


async def test_it_is_the_event_that_was_made_last(chat: Chat, ann: Access):
    await chat.say("put lunch with Kim on Monday at 12")
    moved = await chat.say("move it to 1pm")
    assert any(isinstance(event, ApprovalAsked) for event in moved.events)
    await chat.say("yes")
    assert await events(ann) == ["Lunch with Kim, Mon 23 Nov 2026, 13:00 to 14:00"]
    await chat.say("cancel it")
    await chat.say("yes")
    assert await events(ann) == []


async def test_an_occasion_that_repeats_is_a_series_without_a_verb(chat: Chat, ann: Access):
    answer = await chat.say("standup every weekday at 9:15 for a week")
    assert "Standup, Sat 21 Nov" not in answer.text and "Mon 23 Nov 2026, 09:15" in answer.text
    assert len(await events(ann)) >= 4


@pytest.mark.parametrize(
    "question", ["what's on Monday?", "when is my next meeting?", "find a free slot next week"]
)
async def test_what_is_planned_is_told(chat: Chat, ann: Access, question: str):
    await add(ann, "Review", "2026-11-23T14:00")
    assert "**Review**" in (await chat.say(question)).text
