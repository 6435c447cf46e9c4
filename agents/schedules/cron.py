"""Cron expressions of five fields, as croniter reads them."""

from datetime import datetime

from croniter import croniter

from omniforge.errors import InvalidInput


def is_cron(expression: str) -> bool:
    """Return whether `expression` is a valid cron expression of five fields."""
    return len(expression.split()) == 5 and bool(croniter.is_valid(expression))


def check_cron(expression: str) -> str:
    """Return `expression` with single spaces; empty stays empty. Raises InvalidInput where it is no cron."""
    tidy = " ".join(expression.split())
    if tidy and not is_cron(tidy):
        message = "The schedule is not valid. Write five cron fields, for example '0 9 * * 1'."
        raise InvalidInput(message, fields={"schedule": [message]})
    return tidy


def next_run(expression: str, after: datetime) -> datetime:
    """Return the first time after `after`, in its time zone, at which a valid cron expression is due."""
    due: datetime = croniter(expression, after).get_next(datetime)
    return due
