"""The days that people name, read on Friday, 20 November 2026."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.compute.spoken_days import find_spoken_days

FRIDAY = date(2026, 11, 20)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("lunch today", "2026-11-20"),
        ("tomorrow at 9", "2026-11-21"),
        ("the day after tomorrow", "2026-11-22"),
        ("in 3 days", "2026-11-23"),
        ("in two weeks", "2026-12-04"),
        ("on Monday", "2026-11-23"),
        ("on Friday", "2026-11-27"),
        ("this Friday", "2026-11-20"),
        ("next Tuesday", "2026-11-24"),
        ("Thursday's review", "2026-11-26"),
        ("am Dienstag", "2026-11-24"),
        ("el lunes", "2026-11-23"),
        ("on 3 December", "2026-12-03"),
        ("on the 3rd of December 2027", "2027-12-03"),
        ("Nov 24", "2026-11-24"),
        ("March 1st", "2027-03-01"),
        ("24.11.2026", "2026-11-24"),
        ("2026-12-31", "2026-12-31"),
    ],
)
def test_a_day_is_found(text: str, day: str):
    found = find_spoken_days(text, FRIDAY)
    assert found and (found.first.isoformat(), found.number) == (day, 1)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("this week", "2026-11-20", "2026-11-22"),
        ("next week", "2026-11-23", "2026-11-29"),
        ("this weekend", "2026-11-21", "2026-11-22"),
        ("this month", "2026-11-20", "2026-11-30"),
        ("next month", "2026-12-01", "2026-12-31"),
        ("the next 10 days", "2026-11-20", "2026-11-29"),
    ],
)
def test_several_days_are_found(text: str, first: str, last: str):
    found = find_spoken_days(text, FRIDAY)
    assert found and (found.first.isoformat(), found.last.isoformat()) == (first, last)


@pytest.mark.parametrize(
    "text", ["", "every Fridays", "31 February", "2026-13-40", "the sunny side", "version 2.3"]
)
def test_what_names_no_day_of_the_calendar_names_none(text: str):
    assert find_spoken_days(text, FRIDAY) is None


@given(st.text(max_size=80), st.dates(date(2000, 1, 1), date(2100, 1, 1)))
def test_no_text_is_too_strange(text: str, today: date):
    said = f"{text} 29 feb"
    found = find_spoken_days(said, today)
    assert found is None or (0 <= found.start < found.end <= len(said) and found.first <= found.last)


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.sampled_from(["Monday", "Wednesday", "Sunday"]))
def test_a_weekday_is_within_the_coming_week_and_next_ones_are_in_the_week_after(today: date, name: str):
    coming, following = find_spoken_days(name, today), find_spoken_days(f"next {name}", today)
    assert coming and following and f"{coming.first:%A}" == f"{following.first:%A}" == name
    assert timedelta(0) < coming.first - today <= timedelta(days=7)
    assert following.first.isocalendar()[:2] == (today + timedelta(days=7)).isocalendar()[:2]
