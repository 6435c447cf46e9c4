"""What is wanted of a calendar, read out of words on Friday, 20 November 2026."""

from datetime import date, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.plans.by_rules.calendar import read_calendar
from agents.plans.by_rules.hours import read_hours

FRIDAY = date(2026, 11, 20)


@pytest.mark.parametrize(
    ("task", "title", "day", "at"),
    [
        ("put lunch with Kim on Friday at 12", "Lunch with Kim", "2026-11-27", "12:00"),
        ("Please add a dentist appointment tomorrow at 9:30", "Dentist appointment", "2026-11-21", "09:30"),
        ("schedule a meeting with Sam on Monday at 3", "Meeting with Sam", "2026-11-23", "15:00"),
        (
            'put "Board meeting" into my calendar on 2026-12-01 at 14:00',
            "Board meeting",
            "2026-12-01",
            "14:00",
        ),
        ("book a meeting with Sam on Monday", "Meeting with Sam", "2026-11-23", None),
        ("put the offsite in my calendar", "Offsite", None, None),
        ("add to my calendar: dinner with Ann 24 Dec 7pm", "Dinner with Ann", "2026-12-24", "19:00"),
        (
            "Can you schedule a 30 minute call with Sam tomorrow at 4pm?",
            "Call with Sam",
            "2026-11-21",
            "16:00",
        ),
        ("block Monday 2-4pm for focus work", "Focus work", "2026-11-23", "14:00"),
    ],
)
def test_an_event_to_add_is_read(task: str, title: str, day: str | None, at: str | None):
    wish = read_calendar(task, FRIDAY)
    assert wish and (wish.do, wish.title) == ("add", title)
    assert (wish.day and wish.day.isoformat(), wish.hours and f"{wish.hours.starts:%H:%M}") == (day, at)


@pytest.mark.parametrize(
    ("task", "title", "first", "rule"),
    [
        (
            "every Tuesday at 10 until March: team lunch",
            "Team lunch",
            "2026-11-21",
            "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270228",
        ),
        ("every weekday at 9:30: standup", "Standup", "2026-11-21", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        (
            "schedule a meeting with Sam every other Friday from 2 to 3pm, 6 times",
            "Meeting with Sam",
            "2026-11-21",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;COUNT=6",
        ),
        (
            "add a standup daily at 9 from Monday for 2 weeks",
            "Standup",
            "2026-11-23",
            "FREQ=DAILY;UNTIL=20261206",
        ),
        ("put team lunch in my calendar every week at 12", "Team lunch", None, "FREQ=WEEKLY"),
        (
            "put the launch review into my calendar monthly on the 15th at 9:30",
            "Launch review",
            "2026-11-21",
            "FREQ=MONTHLY;BYMONTHDAY=15",
        ),
        (
            "book a call with Ann every first Monday of the month at 10 until the end of March",
            "Call with Ann",
            "2026-11-21",
            "FREQ=MONTHLY;BYDAY=1MO;UNTIL=20270331",
        ),
        ("add Kim's birthday every year on 5 May, all day", "Kim's birthday", "2027-05-05", "FREQ=YEARLY"),
    ],
)
def test_an_event_that_repeats_is_read(task: str, title: str, first: str | None, rule: str):
    wish = read_calendar(task, FRIDAY)
    assert wish and (wish.do, wish.title, wish.rule) == ("add", title, rule)
    assert (wish.day and wish.day.isoformat()) == first and (wish.hours or wish.all_day)


@pytest.mark.parametrize(
    ("task", "title", "whole"),
    [
        ("cancel all team lunches", "Team lunches", True),
        ("delete the whole team lunch series", "Team lunch", True),
        ("cancel my lunch with Kim", "Lunch with Kim", False),
    ],
)
def test_what_repeats_is_cancelled_as_a_whole_only_where_that_is_said(task: str, title: str, whole: bool):
    wish = read_calendar(task, FRIDAY)
    assert wish and (wish.do, wish.title, wish.whole_series) == ("cancel", title, whole)


@pytest.mark.parametrize(
    ("task", "title", "on", "to"),
    [
        ("move my review to Friday at 2pm", "Review", None, "2026-11-27"),
        ("move Thursday's review to Monday", "Review", "2026-11-26", "2026-11-23"),
        ("reschedule the pricing review to 3 pm", "Pricing review", None, None),
        ("change my lunch with Kim to 1pm", "Lunch with Kim", None, None),
    ],
)
def test_an_event_to_move_is_read(task: str, title: str, on: str | None, to: str | None):
    wish = read_calendar(task, FRIDAY)
    assert wish and (wish.do, wish.title) == ("move", title)
    assert (wish.on and wish.on.first.isoformat(), wish.day and wish.day.isoformat()) == (on, to)


@pytest.mark.parametrize(
    ("task", "do"),
    [
        ("what is on my calendar tomorrow?", "list"),
        ("What do I have on Monday", "list"),
        ("am I free on Friday at 2pm?", "list"),
        ("do I have any meetings tomorrow?", "list"),
        ("What does my day look like tomorrow?", "list"),
        ("my calendar for next week", "list"),
        ("is Monday afternoon free?", "list"),
        ("when is my dentist appointment?", "list"),
        ("cancel my lunch with Kim", "cancel"),
        ("delete the standup on Friday", "cancel"),
    ],
)
def test_what_is_to_be_done_is_read(task: str, do: str):
    wish = read_calendar(task, FRIDAY)
    assert wish and wish.do == do


@pytest.mark.parametrize(
    "task",
    [
        "delete meeting-notes",
        "add the notes of my Tuesday meeting to the Pennington project",
        "move the review task to Friday",
        "schedule a weekly meeting summary every Friday at 9",
        "create an agent that puts meetings in my calendar every Friday",
        "create a daily meeting digest at 9 for my calendar",
        "every Tuesday at 10: check the Notion board and mail me",
        "every Monday at 9: review the lunch menu",
        "schedule a review of open tickets every Friday at 9",
        "put lunch in my calendar twice a month at 12",
        "put lunch in my calendar every day except weekends at 12",
        "put it in my calendar",
        "cancel",
        "block Sam's account on Friday at 2pm",
        "change the schedule of notion-reporter to Friday at 8",
        "how does my team work?",
        "move forward with the review",
        "what is due this friday?",
        "Which meetings did notion-reporter find?",
    ],
)
def test_what_is_about_something_else_is_left(task: str):
    assert read_calendar(task, FRIDAY) is None


@pytest.mark.parametrize(
    ("text", "starts", "minutes"),
    [
        ("at 2", time(14), None),
        ("at 02:00", time(2), None),
        ("at 9", time(9), None),
        ("from 2 to 3:30pm", time(14), 90),
        ("11-1pm", time(11), 120),
        ("at 10 for 30 minutes", time(10), 30),
        ("at 4pm for an hour", time(16), 60),
        ("noon", time(12), None),
        ("a 45-minute call at 4pm", time(16), 45),
    ],
)
def test_hours_are_read(text: str, starts: time, minutes: int | None):
    hours = read_hours(text)
    assert hours and hours.starts == starts
    assert hours.lasting == (timedelta(minutes=minutes) if minutes else None)


@given(st.text(max_size=120))
def test_no_text_is_too_strange(text: str):
    tasks = (text, f"put lunch {text} on Friday at 12", f"move my review {text} to {text}")
    for task in (*tasks, f"every Tuesday {text} until {text}: team lunch"):
        wish = read_calendar(task, FRIDAY)
        assert wish is None or wish.do in ("list", "add", "move", "cancel")
