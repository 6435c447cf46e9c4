"""Days added to a schedule and removed from it."""

from datetime import UTC, datetime

import pytest

from intent.forms.days import add_days_to, remove_days_from
from intent.forms.fits import names_one_day
from intent.forms.schedules import schedule_of
from intent.slots.recurrence import read_recurrence

_NOW = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)
_SECOND = "DTSTART:20261123T090000 RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;BYHOUR=9;BYMINUTE=0"


@pytest.mark.parametrize(
    ("stored", "said", "words"),
    [
        ("0 7 * * 1-5", "at weekends", "every day"),
        ("0 7 * * 1", "Fridays", "every Monday and Friday"),
        ("0 7 * * *", "Fridays", "every day"),
        ("", "Fridays", "every Friday"),
        ("0 7 * * 1", "Fridays at 9", None),
    ],
)
def test_days_are_added_to_a_schedule(stored: str, said: str, words: str | None):
    found = read_recurrence(said, _NOW.date())
    kept = found and add_days_to(stored, found, _NOW)
    assert (kept.words if kept else None) == words


@pytest.mark.parametrize(
    ("stored", "said", "words"),
    [
        ("0 7 * * 1-5", "Wednesdays", "every Monday, Tuesday, Thursday and Friday"),
        ("0 7 * * *", "weekends", "every weekday"),
        ("0 7 * * 1", "Mondays", None),
        ("0 7 1 * *", "Mondays", None),
    ],
)
def test_days_are_removed_from_a_schedule(stored: str, said: str, words: str | None):
    found = read_recurrence(said, _NOW.date())
    kept = found and remove_days_from(stored, found, _NOW)
    assert (kept.words if kept else None) == words


@pytest.mark.parametrize(
    ("stored", "said", "words"),
    [
        ("0 9 * * 1", "at noon, not in the morning", "every Monday at 12:00"),
        ("0 9 * * 1", "at noon, except in August", "every Monday except in August at 12:00"),
        ("30 8 * * 1-5", "at noon, not on Fridays", "Monday to Thursday at 12:00"),
        ("0 8 1 * *", "at 2 pm", "on the 1st of every month at 14:00"),
        ("0 8 1 1,4,7,10 *", "on the 3rd", "on the 3rd of every quarter at 08:00"),
        ("0 9,15 * * 2", "on Wednesdays", "every Wednesday at 09:00 and 15:00"),
        ("0 9 * 1-7,9-12 1", "Thursdays", "every Thursday except in August at 09:00"),
        (
            "FREQ=MONTHLY;BYDAY=1MO;BYHOUR=8;BYMINUTE=0",
            "Tuesday",
            "on the first Tuesday of every month at 08:00",
        ),
        ("FREQ=MONTHLY;BYDAY=1MO;BYHOUR=8;BYMINUTE=0", "every Tuesday", "every Tuesday at 08:00"),
        (_SECOND, "Thursday", "every 2 weeks on Thursday at 09:00, starting 26 November 2026"),
        (_SECOND, "every Thursday", "every Thursday at 09:00"),
        (_SECOND, "weekly", "every Monday at 09:00"),
        (_SECOND, "at 10", "every 2 weeks on Monday at 10:00, starting 23 November 2026"),
        (_SECOND, "at 10, not in the morning", None),
    ],
)
def test_schedule_keeps_the_parts_not_mentioned(stored: str, said: str, words: str | None):
    when = read_recurrence(said, _NOW.date())
    changed = when and schedule_of(when, _NOW, before=stored)
    assert changed and (None if changed.problem else changed.words) == words


@pytest.mark.parametrize(
    ("said", "is_one"),
    [
        ("my sister has her birthday on Friday", True),
        ("the mail goes out on Fridays", False),
        ("Friday is best", False),
    ],
)
def test_single_day_is_not_read_as_a_schedule(said: str, is_one: bool):
    assert names_one_day(said) is is_one
