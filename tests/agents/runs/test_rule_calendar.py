"""The calendar in words, without a model: on Friday, 20 November 2026, at ten."""

from datetime import datetime, timedelta

import pytest

from agents.calendar.selectors import store_of
from agents.calendar.services import create_event, list_events
from agents.events import ApprovalAsked, ToolCalled
from intent.types import ActionType
from omniforge.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import NOW, Answer, Chat

pytestmark = pytest.mark.django_db(transaction=True)


async def add(access: Access, title: str, at: str) -> None:
    starts = datetime.fromisoformat(f"{at}+00:00")
    await in_database(lambda: create_event(calendar=store_of(access), title=title, starts_at=starts))


async def events(access: Access) -> list[str]:
    until = NOW + timedelta(days=30)
    found = await in_database(lambda: list_events(calendar=store_of(access), since=NOW, until=until))
    return [f"{event.title}, {event.when}" for event in found]


def calls(answer: Answer) -> list[str]:
    return [event.tool for event in answer.events if isinstance(event, ToolCalled)]


async def test_what_is_on_the_calendar_is_listed(chat: Chat, ann: Access):
    await add(ann, "Budget *review*", "2026-11-21T14:00")
    await add(ann, "Standup", "2026-11-23T09:00")
    tomorrow = await chat.say("what is on my calendar tomorrow?")
    assert tomorrow.intent.action_type == ActionType.QUERY_INFO
    assert "on Saturday, 21 November 2026" in tomorrow.text and r"Budget \*review\*" in tomorrow.text
    assert "Standup" not in tomorrow.text
    assert "nothing in your calendar" in (await chat.say("am I free on Monday at 2pm?")).text
    assert "Standup" in (await chat.say("when is my standup?")).text
    kept = await chat.say("make a table of it")
    assert "| Title |" in kept.text and "Standup" in kept.text


async def test_an_event_is_added_at_once_and_what_is_missing_asked_for(chat: Chat, ann: Access):
    done = await chat.say("put lunch with Kim on Friday at 12")
    assert done.intent.action_type == ActionType.EXECUTE_TASK
    assert "Lunch with Kim, Fri 27 Nov 2026, 12:00 to 13:00" in done.text
    asked = await chat.say("book a call with the bank on Monday")
    assert "At what time" in asked.text and calls(asked) == []
    await chat.say("3pm for half an hour")
    assert await events(ann) == [
        "Call with the bank, Mon 23 Nov 2026, 15:00 to 15:30",
        "Lunch with Kim, Fri 27 Nov 2026, 12:00 to 13:00",
    ]


async def test_an_event_is_found_then_moved_once_a_person_has_agreed(chat: Chat, ann: Access):
    await add(ann, "Quarterly review", "2026-11-24T09:00")
    asked = await chat.say("move my review to Friday at 2pm")
    assert calls(asked) == ["calendar_list_events", "calendar_update_event"]
    card = next(event for event in asked.events if isinstance(event, ApprovalAsked))
    assert card.what == 'Changing "Quarterly review" in the calendar'
    assert await events(ann) == ["Quarterly review, Tue 24 Nov 2026, 09:00 to 10:00"]
    done = await chat.say("yes")
    assert "Fri 27 Nov 2026, 14:00 to 15:00" in done.text
    assert await events(ann) == ["Quarterly review, Fri 27 Nov 2026, 14:00 to 15:00"]


async def test_which_of_two_is_asked_and_no_other_is_touched(chat: Chat, ann: Access):
    await add(ann, "Review", "2026-11-24T09:00")
    await add(ann, "Review", "2026-11-25T11:00")
    asked = await chat.say("cancel my review")
    assert "Which one do you mean?" in asked.text and "2. Wed 25 Nov" in asked.text
    assert "Which one" in (await chat.say("hmm, the blue one")).text
    confirm = await chat.say("the second one")
    assert calls(confirm) == ["calendar_list_events", "calendar_delete_event"]
    await chat.say("yes")
    assert await events(ann) == ["Review, Tue 24 Nov 2026, 09:00 to 10:00"]


async def test_what_is_not_there_is_said_and_nothing_is_changed(chat: Chat, ann: Access):
    answer = await chat.say("move my dentist appointment to Friday")
    assert "There is no 'Dentist appointment' in your calendar" in answer.text
    assert calls(answer) == ["calendar_list_events"]


async def test_what_repeats_is_added_by_one_sentence_and_cancelled_as_a_whole(chat: Chat, ann: Access):
    done = await chat.say("every Tuesday at 10 until March: team lunch")
    assert calls(done) == ["calendar_create_event"]
    assert "Tue 24 Nov 2026, 10:00 to 11:00, every week on Tue until 28 Feb 2027" in done.text
    assert len(await events(ann)) == 4
    asked = await chat.say("cancel my team lunch")
    assert "Which one do you mean?" in asked.text
    assert calls(await chat.say("the second one")) == ["calendar_list_events", "calendar_delete_event"]
    await chat.say("yes")
    assert (await events(ann))[:2] == [
        "Team lunch, Tue 24 Nov 2026, 10:00 to 11:00",
        "Team lunch, Tue 08 Dec 2026, 10:00 to 11:00",
    ]
    card = next(
        event
        for event in (await chat.say("cancel all team lunches")).events
        if isinstance(event, ApprovalAsked)
    )
    assert card.arguments == {"event": "Team lunch", "day": "2026-11-24", "whole_series": True}
    assert "every week on Tue until 28 Feb 2027: deleted" in (await chat.say("yes")).text
    assert await events(ann) == []


async def test_a_day_that_a_rule_leaves_open_is_asked_for(chat: Chat, ann: Access):
    asked = await chat.say("put the jour fixe in my calendar every week at 12")
    assert "On which day" in asked.text and calls(asked) == []
    await chat.say("on Wednesday")
    assert (await events(ann))[:2] == [
        "Jour fixe, Wed 25 Nov 2026, 12:00 to 13:00",
        "Jour fixe, Wed 02 Dec 2026, 12:00 to 13:00",
    ]
