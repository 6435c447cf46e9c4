"""Words to cron and back."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.schedules import ON_DEMAND, check_cron, cut_schedule, describe_cron, next_run, parse_schedule
from omniforge.errors import InvalidInput

SAID = {
    "hourly": "0 * * * *",
    "every hour on weekdays": "0 * * * 1-5",
    "every 15 minutes": "*/15 * * * *",
    "every half hour": "*/30 * * * *",
    "every second hour": "0 */2 * * *",
    "every 6 hours": "0 */6 * * *",
    "daily": "0 9 * * *",
    "every morning at 9": "0 9 * * *",
    "Every morning at 9:00": "0 9 * * *",
    "each evening": "0 18 * * *",
    "every Friday at noon": "0 12 * * 5",
    "twice a day": "0 9,17 * * *",
    "twice a day at 8 and 20": "0 8,20 * * *",
    "every other day": "0 9 */2 * *",
    "weekdays": "0 9 * * 1-5",
    "every weekday at 8:30": "30 8 * * 1-5",
    "on Fridays at 3pm": "0 15 * * 5",
    "Mondays": "0 9 * * 1",
    "every Monday and Thursday at 3:30pm": "30 15 * * 1,4",
    "Mon-Fri at 7": "0 7 * * 1-5",
    "weekends": "0 9 * * 0,6",
    "make it weekly": "0 9 * * 1",
    "weekly on Friday": "0 9 * * 5",
    "three times a week": "0 9 * * 1,3,5",
    "every two weeks": "0 9 1,15 * *",
    "monthly": "0 9 1 * *",
    "on the 15th of every month": "0 9 15 * *",
    "first Monday of the month at 10": "0 10 * * 1#1",
    "at the end of the month": "0 9 L * *",
    "quarterly": "0 9 1 */3 *",
    "every year": "0 9 1 1 *",
    "on demand": "",
    "only when I ask": "",
    "0 7 * * 2": "0 7 * * 2",
    "Our team wastes hours every Monday compiling updates": "0 9 * * 1",
    "it shouldn't run on weekends any more": "0 9 * * 1-5",
    "täglich um 7 Uhr": "0 7 * * *",
    "jeden Montag um 8 Uhr": "0 8 * * 1",
    "mittwochs um 10": "0 10 * * 3",
    "alle 15 Minuten": "*/15 * * * *",
    "werktags um 7:30": "30 7 * * 1-5",
    "cada lunes a las 9": "0 9 * * 1",
    "todos los días a las 18:15": "15 18 * * *",
}
CLOSEST = {
    "in real time": "every 5 minutes",
    "every 45 minutes": "every 30 minutes",
    "every 90 minutes": "every hour",
}
NO_SCHEDULE = (
    "",
    "Google Sheets",
    "last week's numbers",
    "book a room on Monday at 9",
    "when the moon is full",
    "the meeting is tomorrow",
)
crons = st.one_of(
    st.builds("{} {} * * *".format, st.integers(0, 59), st.integers(0, 23)),
    st.builds("{} {} * * {}".format, st.integers(0, 59), st.integers(0, 23), st.integers(0, 6)),
    st.builds("{} {} {} * *".format, st.integers(0, 59), st.integers(0, 23), st.integers(1, 28)),
    st.builds(
        "{} {} * * {}#{}".format, st.integers(0, 59), st.integers(0, 23), st.integers(0, 6), st.integers(1, 4)
    ),
    st.builds("{} {} * * 1-5".format, st.integers(0, 59), st.integers(0, 23)),
    st.builds(
        "{} {} * * {}".format,
        st.integers(0, 59),
        st.integers(0, 23),
        st.sampled_from(["1,4", "1,3,5", "0,6"]),
    ),
    st.builds("*/{} * * * *".format, st.sampled_from([2, 3, 4, 5, 6, 10, 12, 15, 20, 30])),
    st.builds("0 */{} * * *".format, st.sampled_from([2, 3, 4, 6, 8, 12])),
    st.sampled_from(
        [
            "",
            "0 * * * *",
            "* * * * *",
            "0 9,17 * * *",
            "0 9 L * *",
            "30 8 1,15 * *",
            "0 9 1 */3 *",
            "0 0 1 1 *",
        ]
    ),
    st.builds(
        "{} {} {} {} {}".format,
        st.integers(0, 59),
        st.just("1-5"),
        st.integers(1, 28),
        st.integers(1, 12),
        st.integers(0, 6),
    ),
)


@pytest.mark.parametrize(("said", "cron"), SAID.items())
def test_words_become_cron(said: str, cron: str):
    schedule = parse_schedule(said)
    assert schedule is not None and schedule.cron == cron


@pytest.mark.parametrize(("said", "words"), CLOSEST.items())
def test_what_cron_cannot_say_is_said_back_as_the_closest_that_it_can(said: str, words: str):
    schedule = parse_schedule(said)
    assert schedule is not None and schedule.words == words


@pytest.mark.parametrize("said", NO_SCHEDULE)
def test_other_words_are_no_schedule(said: str):
    assert parse_schedule(said) is None


@pytest.mark.parametrize(
    ("answer", "cron"), [("9am", "0 9 * * *"), ("Monday", "0 9 * * 1"), ("on the 5th", "0 9 5 * *")]
)
def test_a_bare_day_or_time_is_a_schedule_only_as_an_answer_to_how_often(answer: str, cron: str):
    schedule = parse_schedule(answer, asked=True)
    assert schedule is not None and schedule.cron == cron
    assert parse_schedule(answer) is None


@given(crons)
def test_cron_to_words_to_cron_is_the_same(cron: str):
    schedule = parse_schedule(describe_cron(cron))
    assert schedule is not None and schedule.cron == cron


@given(st.text(max_size=200))
def test_no_text_is_too_strange(text: str):
    schedule = parse_schedule(text, asked=True)
    cut_schedule(text)
    assert schedule is None or check_cron(schedule.cron) == schedule.cron


def test_the_words_that_say_when_are_cut_out_of_a_sentence():
    assert cut_schedule("compile updates every Monday at 9, from Notion") == "compile updates, from Notion"


def test_no_schedule_at_all_is_on_demand():
    assert ON_DEMAND.cron == "" and ON_DEMAND.words == "on demand"


@pytest.mark.parametrize("cron", ["every day", "0 9 * *", "61 9 * * *", "0 9 * * * *"])
def test_a_bad_cron_is_refused(cron: str):
    with pytest.raises(InvalidInput, match="five cron fields"):
        check_cron(cron)


def test_the_next_run_is_the_first_that_is_due():
    friday = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)
    assert next_run("0 9 * * 1", friday) == datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
