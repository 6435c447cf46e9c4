"""Reads the answer to 'to which day?'."""

from datetime import date, datetime

from intent.slots.days import find_day, read_days
from intent.slots.figures import figures_of


def day_in(text: str, now: datetime) -> date | None:
    """Return the day that an answer names, of several the last one."""
    with figures_of(now):
        found = read_days(text, now.date()) or find_day(text, now.date())
    return found.last if found else None
