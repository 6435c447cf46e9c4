"""The days in texts, read on Friday, 20 November 2026."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from intent.slots import find_day, read_day
from intent.slots.figures import figures_of
from tests.intent.slots.rows import each, each_text

FRIDAY = date(2026, 11, 20)
DATES = st.dates(date(2000, 1, 1), date(2100, 1, 1))


@each("days", "english", "german", "spanish")
def test_day_or_range_of_days_is_found(text: str, expected: str):
    first, _, last = expected.partition("..")
    found = find_day(text, FRIDAY)
    assert found and (f"{found.first}", f"{found.last}") == (first, last or first)


@each_text("days")
def test_other_words_are_not_read_as_days(text: str):
    assert find_day(text, FRIDAY) is None


def test_read_day_refuses_text_with_more_than_a_day():
    assert read_day("by next Tuesday", FRIDAY) == date(2026, 11, 24)
    assert read_day("the 20th", FRIDAY) == FRIDAY
    assert read_day("next Tuesday or Wednesday", FRIDAY) is None
    assert read_day("next week", FRIDAY) is None


def test_found_day_has_its_position_in_the_text():
    text = "Übermorgen früh: move it to the 3rd of May, please"
    found = find_day(text[16:], FRIDAY)
    assert found and text[16:][found.start : found.end] == "the 3rd of May"


@given(st.text(max_size=80), DATES)
def test_no_text_is_too_strange(text: str, today: date):
    said = f"{text} 29 feb"
    found = find_day(said, today)
    assert found is None or (0 <= found.start < found.end <= len(said) and found.first <= found.last)


@given(DATES, DATES)
def test_a_written_day_is_read_back(day: date, today: date):
    for text in (f"{day}", f"{day:%d.%m.%Y}", f"{day.day} {day:%B %Y}", f"{day:%B} {day.day}, {day.year}"):
        assert read_day(text, today) == day


@given(DATES, st.sampled_from(["Monday", "Wednesday", "Sunday"]))
def test_a_weekday_is_in_the_coming_week_and_next_ones_in_the_week_after(today: date, name: str):
    coming, following = read_day(name, today), read_day(f"next {name}", today)
    assert coming and following and f"{coming:%A}" == f"{following:%A}" == name
    assert timedelta(0) < coming - today <= timedelta(days=7)
    assert following.isocalendar()[:2] == (today + timedelta(days=7)).isocalendar()[:2]


def test_numeric_dates_are_month_first_in_us_time_zones():
    for zone, day in (("America/New_York", date(2026, 12, 3)), ("Europe/London", date(2027, 3, 12))):
        with figures_of(datetime(2026, 11, 20, tzinfo=ZoneInfo(zone))):
            assert read_day("12/3", FRIDAY) == day
            assert read_day("25/11", FRIDAY) == read_day("11/25", FRIDAY) == date(2026, 11, 25)
