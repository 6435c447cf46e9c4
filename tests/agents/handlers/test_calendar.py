"""Orders and questions about the calendar."""

from datetime import datetime

import pytest

from omniforge.calendar.selectors import store_of
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat
from tests.agents.handlers.talk import Talk, attach

pytestmark = pytest.mark.django_db(transaction=True)
FAIR = """BEGIN:VCALENDAR
BEGIN:VEVENT
SUMMARY:Winter fair
DTSTART:20261209T180000
DTEND:20261209T210000
END:VEVENT
BEGIN:VEVENT
SUMMARY:No time
END:VEVENT
END:VCALENDAR"""


async def events(access: Access, until: str = "2027-10-01") -> list[tuple[str, str, str]]:
    """Return the events of the coming months: title, start and end."""

    def read() -> list[tuple[str, str, str]]:
        calendar = store_of(access)
        since, last = (
            datetime.fromisoformat(day).replace(tzinfo=calendar.zone) for day in ("2026-11-20", until)
        )
        return [
            (one.title, f"{one.starts_at:%Y-%m-%d %H:%M}", f"{one.ends_at:%Y-%m-%d %H:%M}")
            for one in calendar.between(since, last)
        ]

    return await in_database(read)


async def test_event_is_added_moved_and_shortened(talk: Talk, ann: Access):
    answer = await talk.say("put the boiler inspection with Mr Holt on Thursday at 14:30")
    assert "Thursday, 26 November 2026, 14:30 to 15:30" in answer
    await talk.say("move it to 4pm")
    await talk.say("make it an hour earlier")
    await talk.say("make it 45 minutes long")
    await talk.say("push it to Friday")
    assert await events(ann) == [("Boiler inspection with Mr Holt", "2026-11-27 15:00", "2026-11-27 15:45")]


async def test_missing_day_and_time_of_an_event_are_asked_for(talk: Talk, ann: Access):
    assert "When is" in await talk.say("set up a meeting with Ann")
    assert "What time" in await talk.say("next Friday")
    await talk.say("at 10")
    assert await events(ann) == [("Meeting with Ann", "2026-11-27 10:00", "2026-11-27 11:00")]


async def test_all_day_event_spans_its_days(talk: Talk, ann: Access):
    await talk.say("put vacation in my calendar from 21 to 23 December")
    assert await events(ann) == [("Vacation", "2026-12-21 00:00", "2026-12-24 00:00")]


async def test_series_ends_on_the_given_day(talk: Talk, ann: Access):
    answer = await talk.say("Every Tuesday at 8:15 choir rehearsal until 8 December")
    assert "every Tuesday at 08:15 until 8 December 2026" in answer
    assert [start for _, start, _ in await events(ann)] == [
        "2026-11-24 08:15",
        "2026-12-01 08:15",
        "2026-12-08 08:15",
    ]


async def test_moving_a_series_asks_for_one_or_all(talk: Talk, ann: Access):
    await talk.say("put the team stand-up every Monday at 9 until 7 December in my calendar")
    assert "the whole series" in await talk.say("move the team stand-up to 9:30")
    await talk.say("the whole series")
    assert [start[5:] for _, start, _ in await events(ann)] == ["11-23 09:30", "11-30 09:30", "12-07 09:30"]
    await talk.say("move the team stand-up to 11")
    await talk.say("the next one")
    assert [start[5:] for _, start, _ in await events(ann)] == ["11-23 11:00", "11-30 09:30", "12-07 09:30"]


@pytest.mark.parametrize(
    ("said", "days"),
    [
        (["move it to Wednesdays"], "25 02 09"),
        (["move the weekly team stand-up to Tuesdays at 10"], "24 01 08"),
        (["actually every two weeks"], "23 07"),
        (["end it on 1 December"], "23 30"),
        (["skip it on 30 November", "yes"], "23 07"),
        (["cancel just the one on 7 December", "yes"], "23 30"),
        (["when's the next one?", "move it to 5pm just this once"], "23 30 07"),
        (["cancel the series", "yes"], ""),
    ],
)
async def test_series_moves_to_other_weekdays(chat: Chat, ann: Access, said: list[str], days: str):
    for one in ["put the team stand-up every Monday at 9 until 13 December in my calendar", *said]:
        await chat.say(one)
    assert " ".join(start[8:10] for _, start, _ in await events(ann)) == days


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (["potting class on Saturday 12 and Sunday 13 December at 11"], "12-12 11:00, 12-13 11:00"),
        (["remind me on 3 and 4 December at 9 to check the kiln"], "12-03 09:00, 12-04 09:00"),
        (["book in the electrician tomorrow at 10 and the plumber at 2"], "11-21 10:00, 11-21 14:00"),
        (["dentist tomorrow 9am and pick up Leo at 3"], "11-21 09:00, 11-21 15:00"),
        (["put lunch on Tuesday at 12 and collect the van at 3 in my calendar"], "11-24 12:00, 11-24 15:00"),
        (
            ["put lunch on Tuesday at 12 in my calendar and return the keys on Friday at 9"],
            "11-24 12:00, 11-27 09:00",
        ),
        (
            ["put stocktake in for the last Friday of every month until January at 4pm"],
            "11-27 16:00, 12-25 16:00",
        ),
        (["dentist tomorrow at 9", "the dentist is cancelled", "yes"], ""),
        (["book the boiler man for Tuesday at 2", "the boiler man comes at 4 instead of 2"], "11-24 16:00"),
        (["book the plumber for Tuesday at 2", "move him to 3:30", "no, Friday, same time"], "11-27 15:30"),
        (
            ["class on 12 and 13 December at 11", "cancel the class on the Sunday", "yes"],
            "12-12 11:00",
        ),
    ],
)
async def test_events_get_the_days_and_times_said(chat: Chat, ann: Access, said: list[str], expected: str):
    for one in said:
        await chat.say(one)
    assert ", ".join(start[5:] for _, start, _ in await events(ann)) == expected


async def test_event_is_lengthened_and_a_free_gap_is_found(talk: Talk):
    await talk.say("put the fitting on Monday at 14:00")
    assert "14:00 to 15:30" in await talk.say("make it half an hour longer")
    assert "14:00 to 15:15" in await talk.say("make it 15 minutes shorter")
    assert "Free: 15:15 to 18:00" in await talk.say("is there two and a half hours free on Monday afternoon?")


async def test_yearly_series_begins_on_its_next_date(talk: Talk, ann: Access):
    await talk.say("add Kim's birthday every year on 5 May, all day")
    assert await events(ann) == [("Kim's birthday", "2027-05-05 00:00", "2027-05-06 00:00")]


async def test_weekly_series_without_a_weekday_asks_for_it(talk: Talk, ann: Access):
    assert "On which day" in await talk.say("put the jour fixe in my calendar every week at 12")
    await talk.say("on Wednesday")
    assert (await events(ann))[0] == ("Jour fixe", "2026-11-25 12:00", "2026-11-25 13:00")


async def test_unsupported_recurrence_adds_no_event(talk: Talk, ann: Access):
    answer = await talk.say(
        "put the budget meeting in my calendar on the last working day of every month at 9"
    )
    assert "can't repeat" in answer and not await events(ann)


async def test_reminder_reply_says_no_notification_is_sent(talk: Talk, ann: Access):
    answer = await talk.say("remind me on Monday to water the ferns")
    assert "don't send a notification" in answer
    assert await events(ann) == [("Water the ferns", "2026-11-23 00:00", "2026-11-24 00:00")]


async def test_calendar_questions_are_answered(talk: Talk):
    await talk.say("schedule a site visit on Thursday 14:00-16:00")
    assert "**Site visit**" in await talk.say("what's on Thursday?")
    assert (await talk.say("am I free Thursday at 3?")).startswith("No")
    assert (await talk.say("am I free Thursday at 4?")).startswith("Yes")
    assert "**1 event**" in await talk.say("how many meetings do I have next week")
    assert "Thursday, 26 November 2026, 14:00" in await talk.say("when is the site visit?")
    assert "nothing" in await talk.say("what do I have tomorrow?")


async def test_ambiguous_event_title_asks_which_one(talk: Talk, ann: Access):
    await talk.say("put lunch with Kim on Monday at 12")
    await talk.say("put lunch with Kim on Thursday at 12")
    assert "Which one" in await talk.say("move the lunch with Kim to 1pm")
    await talk.say("the one on Thursday")
    await talk.say("Thursday")
    assert [start for _, start, _ in await events(ann)] == ["2026-11-23 12:00", "2026-11-26 13:00"]


async def test_orders_naming_no_event_are_left_to_other_handlers(talk: Talk, ann: Access):
    assert await talk.say("when is the launch?") == ""
    assert await talk.say("cancel the newsletter") == ""
    assert await talk.say("add buy milk on Friday") == ""
    assert not await events(ann)


@pytest.mark.parametrize(
    ("message", "event"),
    [
        (
            "remind me to call the bank on Friday at 9",
            ("Call the bank", "2026-11-27 09:00", "2026-11-27 10:00"),
        ),
        (
            "Remind me tomorrow to send the invoice",
            ("Send the invoice", "2026-11-21 00:00", "2026-11-22 00:00"),
        ),
        (
            "don't let me forget the board call on Tuesday at 3pm",
            ("Board call", "2026-11-24 15:00", "2026-11-24 16:00"),
        ),
        (
            "can you remind me on 24 November to close the books?",
            ("Close the books", "2026-11-24 00:00", "2026-11-25 00:00"),
        ),
    ],
)
async def test_reminder_is_added_as_a_calendar_event(
    talk: Talk, ann: Access, message: str, event: tuple[str, str, str]
):
    await talk.say(message)
    assert await events(ann) == [event]


async def test_it_refers_to_the_last_created_event(talk: Talk, ann: Access):
    await talk.say("put lunch with Kim on Monday at 12")
    assert "Deleted **Lunch with Kim**" in await talk.say("cancel it")
    assert not talk.waiting and not await events(ann)


async def test_ics_file_is_imported(talk: Talk, ann: Access):
    assert "there is none here" in await talk.say("import fair.ics into my calendar")
    await attach(talk, "fair.ics", FAIR)
    answer = await talk.say("Import fair.ics into my calendar, please")
    assert "Added 1 event" in answer and "Not added" in answer
    assert await events(ann) == [("Winter fair", "2026-12-09 18:00", "2026-12-09 21:00")]
