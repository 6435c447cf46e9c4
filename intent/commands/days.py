"""Reads the answer to 'to which day?'."""

from datetime import date, datetime

from intent.slots.days import find_day


def day_in(text: str, now: datetime) -> date | None:
    """Return the day that an answer names, of several the last one."""
    found = find_day(text, now.date()) if text else None
    return found.last if found else None
