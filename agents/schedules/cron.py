"""Cron expressions of five fields, as croniter reads them."""

from datetime import UTC, datetime
from typing import NoReturn

from croniter import CroniterBadDateError, croniter

from omniforge.errors import InvalidInput


def is_cron(expression: str) -> bool:
    """Return whether `expression` is a valid cron expression of five fields."""
    return len(expression.split()) == 5 and bool(croniter.is_valid(expression))


def check_cron(expression: str) -> str:
    """Return `expression` with single spaces; empty stays empty. Raises InvalidInput where it is no cron."""
    tidy = " ".join(expression.split())
    if tidy and not is_cron(tidy):
        _refuse("The schedule is not valid. Write five cron fields, for example '0 9 * * 1'.")
    if tidy and next_run(tidy, datetime(2000, 1, 1, tzinfo=UTC)) is None:
        _refuse("No day fits this schedule. Change its day or month, for example '0 9 1 * *'.")
    return tidy


def runs_on(expression: str, weekday: int) -> bool:
    """Return whether a valid cron, or none, is due on each such day of the week; 0 is Sunday."""
    if not expression:
        return False
    fields = croniter.expand(expression)[0]
    dates, days = fields[2], fields[4]
    return weekday in days or (days == ["*"] and dates == ["*"])


def _refuse(message: str) -> NoReturn:
    raise InvalidInput.of("schedule", message)


def next_run(expression: str, after: datetime) -> datetime | None:
    """Return the first time after `after`, in its time zone, at which a valid cron is due; None for never.

    An hour that the clock skips counts as the moment after it. In an hour that the clock shows twice a named
    time is due once, the first time; what is due every hour goes on in both.
    """
    every_hour = croniter.expand(expression)[0][1] == ["*"]
    times = croniter(expression, after)
    try:
        due: datetime = times.get_next(datetime)
        while due.fold and not every_hour:
            due = times.get_next(datetime)
    except CroniterBadDateError:
        return None
    return due
