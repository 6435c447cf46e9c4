"""Times of events in everyday words: half of the day, durations, relative days, and several at once."""

import pytest

from omniforge.tenants.access import Access
from tests.agents.chat import Chat
from tests.agents.handlers.test_calendar import events

pytestmark = pytest.mark.django_db(transaction=True)

LUNCH = "put lunch with Priya on Friday at 12:30"
DINNER = "put dinner with Jo on Friday at 19:00"


@pytest.mark.parametrize(
    ("said", "start", "end"),
    [
        ([LUNCH, "make it 1 oclock"], "27 13:00", "27 14:00"),
        ([LUNCH, "6:30"], "27 18:30", "27 19:30"),
        ([LUNCH, "make it 2 hours"], "27 12:30", "27 14:30"),
        ([LUNCH, "push it back half an hour", "an hour earlier please"], "27 12:00", "27 13:00"),
        ([LUNCH, "Kindly prepone it by 30 minutes."], "27 12:00", "27 13:00"),
        ([LUNCH, "shift it to the day before"], "26 12:30", "26 13:30"),
        ([LUNCH, "change it to next week"], "27 12:30", "27 13:30"),
        ([LUNCH, "make it all day"], "27 00:00", "28 00:00"),
        ([LUNCH, "make it all day", "make it 3pm"], "27 15:00", "27 16:00"),
        ([LUNCH, "move it forward an hour", "later"], "27 13:30", "27 14:30"),
        ([DINNER, "make it 8"], "27 20:00", "27 21:00"),
        (["put stocktake on the calendar for Friday at 9 till noon"], "27 09:00", "27 12:00"),
        (["arrange a meeting on 27 November at 11.00 hrs for 45 minutes"], "27 11:00", "27 11:45"),
        (["boiler service at 14 Mill Lane thurs 8.30"], "26 08:30", "26 09:30"),
        (["add fitting at the Red Lion friday half nine"], "27 09:30", "27 10:30"),
        (["remind me to order ribbon tomorrow eod"], "21 17:00", "21 18:00"),
        (["remind me to call the bank at noon"], "20 12:00", "20 13:00"),
        (["Schedule Weihnachtsfeier on 27.11. at 19:00 Uhr"], "27 19:00", "27 20:00"),
        ([DINNER, "put it at half 8"], "27 20:30", "27 21:30"),
        ([LUNCH, "reschedule the lunch to thursday same time"], "26 12:30", "26 13:30"),
        (["Bitte tragen Sie ein: Besprechung mit Jo am 27.11. um 9:30 Uhr"], "27 09:30", "27 10:30"),
        (["training 26-27 november"], "26 00:00", "28 00:00"),
        (["I'm off all day on friday 27 november, put it in"], "27 00:00", "28 00:00"),
    ],
)
async def test_follow_up_sets_the_time_of_an_event(
    chat: Chat, ann: Access, said: list[str], start: str, end: str
):
    for one in said:
        await chat.say(one)
    assert [(first, last) for _, first, last in await events(ann)] == [(f"2026-11-{start}", f"2026-11-{end}")]


@pytest.mark.parametrize(
    ("said", "start"),
    [
        ("ah no, they just rang, they come an hour later", "13:30"),
        ("oh, she rang, it starts half an hour earlier", "12:00"),
        ("actually she's coming 15 minutes later", "12:45"),
        ("hm, it has been moved two hours later", "14:30"),
        ("they can only come at 4pm", "16:00"),
        ("she will be an hour later than planned", "13:30"),
        ("no, it begins at 19:00 instead", "19:00"),
        ("they want to come 30 min sooner", "12:00"),
        ("ah, the train's late. we meet an hour later", "13:30"),
        ("they come one hour earlier now", "11:30"),
        ("the caretaker comes an hour later", "12:30"),
        ("they came an hour later", "12:30"),
        ("what happens an hour later?", "12:30"),
        ("she leaves at 4pm", "12:30"),
        ("maybe they come an hour later", "12:30"),
    ],
)
async def test_told_delay_moves_the_last_event(chat: Chat, ann: Access, said: str, start: str):
    await chat.say(LUNCH)
    await chat.say(said)
    assert [first for _, first, _ in await events(ann)] == [f"2026-11-27 {start}"]


@pytest.mark.parametrize(
    "said",
    [
        "in my calendar:\n- site meeting thursday 10am\n- stand-up friday 2pm\n- call with Sanjay",
        "put these in my calendar: site meeting thursday 10am, stand-up friday 2pm, call with Sanjay",
    ],
)
async def test_listed_events_without_a_day_are_reported(chat: Chat, ann: Access, said: str):
    assert "Not added: **Call with Sanjay** (no day)" in (await chat.say(said)).text
    assert [title for title, _, _ in await events(ann)] == ["Site meeting", "Stand-up"]


async def test_asking_for_the_day_lets_another_question_through(chat: Chat, ann: Access):
    await chat.say("set up a meeting with Tom")
    assert "is no day" not in (await chat.say("what have i got on")).text
    assert await events(ann) == []


async def test_asking_for_the_day_rejects_non_days_and_can_be_cancelled(chat: Chat, ann: Access):
    await chat.say("set up a meeting with Tom")
    assert "“the usual place” is no day" in (await chat.say("the usual place")).text
    assert "dropped" in (await chat.say("cancel the meeting")).text
    assert await events(ann) == []


async def test_cancelling_an_event_after_another_change_deletes_it(chat: Chat, ann: Access):
    await chat.say(LUNCH)
    await chat.say("call the bank")
    assert "Do you mean" in (await chat.say("make it 6:30")).text
    await chat.say("make it 2 hours")
    assert "Deleted **Lunch with Priya**" in (await chat.say("please cancel it")).text
    assert not await events(ann)


async def test_series_is_moved_whole_and_skipped_once(chat: Chat, ann: Access):
    await chat.say("yoga class every wednesday at 6pm until 9 december")
    await chat.say("move all yoga classes to 7pm")
    await chat.say("skip yoga on 2 december")
    assert [start for _, start, _ in await events(ann)] == ["2026-11-25 19:00", "2026-12-09 19:00"]


async def test_a_second_yes_does_nothing(chat: Chat, ann: Access):
    await chat.say(LUNCH)
    await chat.say(DINNER)
    await chat.say("cancel the lunch")
    await chat.say("yes")
    await chat.say("yes")
    assert [title for title, _, _ in await events(ann)] == ["Dinner with Jo"]


async def test_free_times_of_a_day_are_listed(chat: Chat):
    await chat.say(LUNCH)
    assert "Free: before 12:30, after 13:30." in (await chat.say("when am I free on friday")).text
