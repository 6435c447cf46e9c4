"""Days more and days less of a schedule."""

from datetime import UTC, datetime

import pytest

from intent.forms.days import with_days, without_days
from intent.slots.recurrence import read_recurrence

_NOW = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)


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
def test_days_come_beside_those_of_a_schedule(stored: str, said: str, words: str | None):
    found = read_recurrence(said, _NOW.date())
    kept = found and with_days(stored, found, _NOW)
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
def test_days_go_from_a_schedule(stored: str, said: str, words: str | None):
    found = read_recurrence(said, _NOW.date())
    kept = found and without_days(stored, found, _NOW)
    assert (kept.words if kept else None) == words
