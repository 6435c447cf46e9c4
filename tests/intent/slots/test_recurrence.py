"""Recurrences: words to rules and back, cron to rules and back."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from croniter import croniter
from hypothesis import given
from hypothesis import strategies as st

from intent.slots import (
    find_recurrence,
    from_cron,
    read_recurrence,
    remove_recurrence,
    to_cron,
)
from omniforge.recurrence.next_time import next_time
from omniforge.recurrence.rule import pin
from omniforge.recurrence.words import describe
from tests.intent.slots.rows import each, each_text

FRIDAY = date(2026, 11, 20)
_CRONS = st.one_of(
    *(
        st.builds("{} {} {}".format, st.integers(0, 59), st.integers(0, 23), days)
        for days in (
            st.just("* * *"),
            st.builds("* * {}".format, st.integers(0, 6)),
            st.builds("{} * *".format, st.integers(1, 31)),
            st.builds("* * {}#{}".format, st.integers(0, 6), st.integers(1, 5)),
            st.builds("* * L{}".format, st.integers(0, 6)),
            st.sampled_from(
                ["* * 1-5", "* * 1,4", "* * 1,3,5", "* * 0,6", "L * *", "1,15 * *", "1 */3 *", "1 1 *"]
            ),
            st.builds("{} {} *".format, st.integers(1, 28), st.integers(1, 12)),
        )
    ),
    st.builds("*/{} * * * *".format, st.sampled_from([2, 3, 4, 5, 6, 10, 12, 15, 20, 30])),
    st.builds("0 */{} * * *".format, st.sampled_from([2, 3, 4, 6, 8, 12])),
    st.sampled_from(["", "0 * * * *", "* * * * *", "0 9,17 * * *", "0 * * * 1-5", "*/15 9,10,11 * * 1-5"]),
)
_RULES = st.sampled_from(
    [
        "FREQ=DAILY",
        "FREQ=DAILY;INTERVAL=2",
        "FREQ=WEEKLY",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
        "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA",
        "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH",
        "FREQ=MONTHLY",
        "FREQ=YEARLY",
        "FREQ=MONTHLY;INTERVAL=2",
        "FREQ=MONTHLY;INTERVAL=3",
        "FREQ=MONTHLY;BYDAY=2TU,4TU",
        "FREQ=MONTHLY;BYDAY=-1FR",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        "FREQ=MONTHLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1",
        "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3",
        "FREQ=YEARLY;BYMONTH=1",
        "FREQ=WEEKLY;BYMONTH=12;BYDAY=TU",
        "FREQ=WEEKLY;BYMONTH=1,2,3,4,5,6,7,9,10,11,12;BYDAY=MO,TU,WE,TH,FR",
    ]
)


@each("recurrence", "whole")
def test_recurrence_words_become_an_rrule(text: str, expected: list[str]):
    found = read_recurrence(text, FRIDAY)
    assert found and not found.problem
    assert [found.rrule, f"{found.time:%H:%M}" if found.time else ""] == expected


@each("recurrence", "inside")
def test_recurrence_is_found_in_a_sentence(text: str, expected: list[str]):
    found = find_recurrence(text, FRIDAY)
    assert found and not found.problem
    assert [
        found.rrule,
        f"{found.time:%H:%M}" if found.time else "",
        remove_recurrence(text, found),
    ] == expected


@each("recurrence", "problems")
def test_unsupported_recurrence_is_reported(text: str, expected: str):
    found = read_recurrence(text, FRIDAY)
    assert found and found.problem == expected


@each_text("recurrence")
def test_other_words_are_not_read_as_a_recurrence(text: str):
    assert find_recurrence(text, FRIDAY) is None


def test_bare_weekday_is_a_recurrence_only_when_asked():
    assert find_recurrence("Monday", FRIDAY) is None
    assert find_recurrence("Monday", FRIDAY, asked=True)


def test_recurrence_includes_start_end_and_length():
    found = read_recurrence(
        "every Monday from 9 to 10:30 starting 7 December until the end of January", FRIDAY
    )
    assert found and (found.start, found.until) == (date(2026, 12, 7), date(2027, 1, 31))
    assert found.length == timedelta(minutes=90)


@given(_RULES, st.times(), st.sampled_from(["", ";COUNT=6", ";UNTIL=20270131"]))
def test_a_rule_in_words_is_read_back(rrule: str, at: time, end: str):
    at = at.replace(second=0, microsecond=0, tzinfo=None)
    found = read_recurrence(describe(rrule + end, at), FRIDAY)
    assert found and (found.rrule, found.time, found.problem) == (rrule + end, at, "")


@given(_CRONS)
def test_cron_to_words_to_cron_is_the_same(cron: str):
    rule = from_cron(cron)
    found = read_recurrence(describe(*rule), FRIDAY) if rule else None
    assert found and to_cron(found.rrule, found.time) == cron


@given(_CRONS.filter(bool), st.datetimes(datetime(2026, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC)))
def test_a_rule_is_due_when_its_cron_is(cron: str, after: datetime):
    rule = from_cron(cron)
    assert rule and next_time(*rule, after, date(2026, 1, 1)) == croniter(cron, after).get_next(datetime)


@pytest.mark.parametrize("cron", ["0 9 1 * 1", "5 1-5 3 4 2", "0 9 * *", "nonsense", "0 9 * * * *"])
def test_cron_without_an_equivalent_rrule_gives_none(cron: str):
    assert from_cron(cron) is None


@pytest.mark.parametrize(
    "rrule",
    [
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1",
        "FREQ=DAILY;COUNT=3",
        "FREQ=MINUTELY;INTERVAL=45",
        "FREQ=DAILY;INTERVAL=2",
        "FREQ=DAILY;BYHOUR=8,17;BYMINUTE=0,30;BYSETPOS=2,3",
    ],
)
def test_rrule_without_an_equivalent_cron_gives_none(rrule: str):
    assert to_cron(rrule, time(9)) is None


def test_open_parts_of_an_rrule_come_from_its_first_day():
    assert pin("FREQ=MONTHLY", date(2026, 11, 20)) == "FREQ=MONTHLY;BYMONTHDAY=20"
    assert pin("FREQ=WEEKLY;INTERVAL=2", date(2026, 11, 20)) == "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"


def test_next_time_in_a_dst_gap_is_moved_forward():
    berlin = ZoneInfo("Europe/Berlin")
    after = datetime(2027, 3, 27, 12, tzinfo=berlin)
    assert f"{next_time('FREQ=DAILY', time(2, 30), after, FRIDAY):%d %H:%M %z}" == "28 03:30 +0200"


@given(st.text(max_size=200))
def test_no_text_is_too_strange(text: str):
    found = find_recurrence(text, FRIDAY, asked=True)
    if found and not found.problem:
        assert describe(found.rrule, found.time) == found.words
    read_recurrence(text, FRIDAY)
