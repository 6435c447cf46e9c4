"""Times of day, spans and durations."""

from datetime import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent.slots import find_duration, find_span, find_times, read_duration, read_time
from tests.intent.slots.rows import each, each_text


@each("times", "times")
def test_times_are_found_in_a_text(text: str, expected: str):
    assert " ".join(f"{found.at:%H:%M}" for found in find_times(text)) == expected


@each("times", "spans")
def test_time_spans_are_found(text: str, expected: str):
    span = find_span(text)
    assert span and f"{span.first:%H:%M}-{span.last:%H:%M}" == expected


@each_text("times")
def test_other_words_are_not_read_as_times(text: str):
    assert not find_times(text) and find_span(text) is None


@each("times", "durations")
def test_durations_are_found(text: str, expected: list[int]):
    found = find_duration(text)
    assert found and [found.length.total_seconds() / 60, found.months] == expected


@each_text("times", "no_durations")
def test_other_words_are_not_read_as_durations(text: str):
    assert find_duration(text) is None


@pytest.mark.parametrize(
    ("text", "at"), [("8", time(8)), ("eight", time(8)), ("5", time(17)), ("8 chairs", None)]
)
def test_bare_number_is_a_time_only_as_the_whole_text(text: str, at: time | None):
    assert read_time(text) == at and find_times(text) == []


def test_bare_hour_is_not_exact():
    assert [found.exact for text in ("at 5", "at 5pm", "at 17:00") for found in find_times(text)] == [
        False,
        True,
        True,
    ]


def test_read_duration_refuses_text_with_more_than_a_duration():
    assert read_duration("for 45 minutes") and read_duration("45 minutes of work") is None


@given(st.times())
def test_a_written_time_is_read_back(at: time):
    at = at.replace(second=0, microsecond=0, tzinfo=None)
    assert read_time(f"{at:%H:%M}") == read_time(f"{at:%I:%M %p}") == at


@given(st.text(max_size=80))
def test_no_text_is_too_strange(text: str):
    said = f"{text} at 8"
    assert all(0 <= found.start < found.end <= len(said) for found in find_times(said))
    find_span(said), find_duration(said), read_time(text), read_duration(text)
