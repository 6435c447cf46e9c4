"""The days on which nobody works, beside the days of a schedule: 'shut Mondays. Tuesday to Saturday'."""

import re
from datetime import date

from intent.commands.words import as_words, table
from intent.slots.recurrence import Recurrence
from intent.slots.rhythms import find_rhythms, read_rhythms
from omniforge.recurrence.rule import Rule

_CLAUSES = re.compile(r"(?<=[,;.!?])\s+|(?<!\s)\s+[-–—]\s+")
_SEVERAL = 2  # days; one day beside another may replace it: 'not Mondays, Tuesdays'


def without_closed_days(message: str, today: date) -> str:
    """Return a message without its clauses about other days, if another clause lists those of a schedule."""
    clauses = _CLAUSES.split(message)
    open_days = [days for one in clauses if len(days := _days_listed(one, today)) >= _SEVERAL]
    if len(open_days) != 1:
        return message
    kept = [one for one in clauses if not (closed := _closed_days(one, today)) or closed & open_days[0]]
    return " ".join(kept) if len(kept) < len(clauses) else message


def _days_listed(clause: str, today: date) -> set[str]:
    """Return the days of a clause that says nothing else: 'make it Monday to Thursday'."""
    found = None if _denies(clause) else read_rhythms(clause, today)
    return _days(found) if found and not found.problem else set()


def _closed_days(clause: str, today: date) -> set[str]:
    found = find_rhythms(clause, today, asked=True) if _denies(clause) else None
    return _days(found) if found else set()


def _days(found: Recurrence) -> set[str]:
    return {*Rule.read(found.rrule).days} if found.rrule and found.says_days else set()


def _denies(clause: str) -> bool:
    return any((word,) in table("move_denies") for word in as_words(clause))
