"""Words, cron and RRULE become one schedule, which is stored, described, stepped and converted to cron."""

import tomllib
from datetime import UTC, date, datetime, time
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent.schedules import Schedule, check_schedule, read_schedule, schedule_from
from intent.slots import Recurrence, read_recurrence
from omniforge.errors import InvalidInput

NOW = datetime(2026, 11, 20, 10, tzinfo=ZoneInfo("Europe/Berlin"))
ROWS = tomllib.loads((Path(__file__).parent / "schedules.toml").read_text())


@pytest.mark.parametrize(("text", "expected"), ROWS["read"].items())
def test_written_schedule_has_words_cron_and_next_run(text: str, expected: list[str]):
    schedule = Schedule.parse(read_schedule(text, NOW))
    cron = "-" if schedule.cron is None else schedule.cron
    following = schedule.next_after(NOW)
    assert [schedule.words, cron, f"{following:%Y-%m-%d %H:%M}" if following else ""] == expected


@pytest.mark.parametrize("text", ROWS["read"])
def test_stored_schedule_is_read_back_unchanged(text: str):
    stored = read_schedule(text, NOW)
    assert check_schedule(stored, NOW) == stored == str(Schedule.parse(stored))


@pytest.mark.parametrize("text", ROWS["read"])
def test_words_of_a_schedule_read_back_as_the_same_schedule(text: str):
    stored = read_schedule(text, NOW)
    said = Schedule.parse(stored)
    unread = ("from 09:00 to 10:00 and", " past", ", not on ", "once, on ")
    if len(said.rules) < 2 and not any(one in said.words for one in unread):
        assert read_schedule(said.words, NOW) == stored


@pytest.mark.parametrize(("text", "said"), ROWS["refused"].items())
def test_invalid_schedule_is_refused_with_a_reason(text: str, said: str):
    with pytest.raises(InvalidInput) as refused:
        read_schedule(text, NOW)
    assert said in refused.value.message and refused.value.fields["schedule"]


def test_missing_parts_of_a_recurrence_are_filled_in():
    weekly = read_recurrence("weekly", NOW.date())
    assert weekly and schedule_from(weekly, NOW).words == "every Monday at 09:00"
    assert not schedule_from(Recurrence(), NOW)


def test_changing_the_time_keeps_the_days():
    at = time(7, 30)
    for said, words in (
        ("every other Tuesday at 8", "every 2 weeks on Tuesday at 07:30, starting 24 November 2026"),
        ("every day at 8 and 17:30", "every day at 07:30"),
        ("0 9 1 * 1", "on the 1st of every month at 07:30, and every Monday at 07:30"),
        ("every 15 minutes on weekdays", "every weekday at 07:30"),
        ("on demand", "every day at 07:30"),
    ):
        assert Schedule.parse(read_schedule(said, NOW)).at(at).words == words


def test_schedule_knows_its_weekdays():
    assert Schedule.of_cron("0 9 * * 1").runs_on("MO") and not Schedule.of_cron("0 9 * * 1").runs_on("TU")
    assert Schedule.of_cron("0 9 * * *").runs_on("SU") and not Schedule.of_cron("0 9 1 * *").runs_on("SU")
    assert not Schedule().runs_on("MO")


_FIELDS = (
    st.sampled_from(["*", "*/5", "*/7", "0", "30", "7,9"]),
    st.sampled_from(["*", "*/2", "*/5", "9", "9-17", "8,20"]),
    st.sampled_from(["*", "1", "1,15", "*/10", "L"]),
    st.sampled_from(["*", "*/3", "2", "6-8"]),
    st.sampled_from(["*", "1", "1-5", "0,6", "2#1", "L5"]),
)


@given(st.tuples(*_FIELDS).map(" ".join))
def test_each_cron_line_is_kept_and_given_back_with_the_same_meaning(line: str):
    schedule = Schedule.of_cron(line)
    assert schedule.cron is not None
    assert Schedule.of_cron(schedule.cron) == schedule == Schedule.parse(str(schedule))
    assert schedule.words


@given(st.text(max_size=100), st.datetimes(timezones=st.just(UTC), min_value=datetime(2020, 1, 1)))
def test_no_text_is_too_strange(text: str, now: datetime):
    try:
        stored = read_schedule(text, now)
    except InvalidInput:
        return
    assert str(Schedule.parse(stored)) == stored


def test_past_start_is_not_stored():
    assert Schedule.parse(check_schedule("DTSTART:20200101T080000 RRULE:FREQ=DAILY", NOW)).start is None
    later = check_schedule("DTSTART:20301201T080000 RRULE:FREQ=DAILY", NOW)
    assert Schedule.parse(later).start == date(2030, 12, 1)


@pytest.mark.parametrize(
    "start", ["DTSTART;TZID=Europe/Berlin:20261207T083000", "dtstart;tzid=europe/berlin:20261207t083000"]
)
def test_start_may_name_the_time_zone_of_the_workspace(start):
    assert read_schedule(f"{start}\nRRULE:FREQ=DAILY", NOW) == read_schedule(
        "DTSTART:20261207T083000\nRRULE:FREQ=DAILY", NOW
    )
