"""Two recurrences in one text, each with its time: 'weekdays at 8, and Fridays at 16:00 too'."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from intent.slots.draft import with_times
from intent.slots.recurrence import Recurrence, find_recurrence, note_unread
from omniforge.recurrence.rule import Rule
from omniforge.recurrence.words import describe

_JOINT = re.compile(r"(?:\b(?:and|plus|but|then|und|y)|[,;&+])\s*(?:(?:also|then|again)\s+)?$", re.IGNORECASE)
_LEAST = 4  # fewest pieces: days and a time, twice


def find_rhythms(text: str, today: date, *, asked: bool = False) -> Recurrence | None:
    """Return the recurrence in a text like `find_recurrence`. A second one is set as its `beside`."""
    found = find_recurrence(text, today, asked=asked)
    return next(_parted(text, found, today), found) if found and len(found.spans) >= _LEAST else found


def read_rhythms(text: str, today: date) -> Recurrence | None:
    """Return the recurrence that the whole text means. Any other word is its `problem`."""
    found = find_rhythms(text, today, asked=True)
    return note_unread(text, found) if found else None


def _parted(text: str, found: Recurrence, today: date) -> Iterator[Recurrence]:
    for start, _ in sorted(found.spans)[1:]:
        before = text[:start]
        if not (joint := _JOINT.search(before)):
            continue
        first = find_recurrence(before, today, asked=True)
        second = find_recurrence(" " * start + text[start:], today, asked=True)
        if first and second and (both := _at_both(first, second)):
            yield replace(both, spans=found.spans)
        elif first and second and _are_two(first, second):
            spans = tuple(sorted({*first.spans, joint.span(), *second.spans}))
            words = f"{first.words}, and {second.words}"
            yield replace(first, spans=spans, words=words, beside=second)


def _are_two(first: Recurrence, second: Recurrence) -> bool:
    """Return whether both have days and times, which no single rule can express."""
    are_full = all(one.rrule and one.says_days and one.times and not one.problem for one in (first, second))
    if not are_full or first.times == second.times or first.start or second.start:
        return False
    return _days(first) != _days(second)


def _at_both(first: Recurrence, second: Recurrence) -> Recurrence | None:
    """Return one rhythm at the times of two that name no days: 'mornings at 7 and evenings at 5'."""
    if first.says_days or second.says_days or not (first.times and second.times):
        return None
    times = sorted({*first.times, *second.times})
    rule = with_times(_days(first), times)
    return replace(first, rrule=str(rule), time=times[0], words=describe(str(rule), times[0]))


def _days(one: Recurrence) -> Rule:
    return replace(Rule.read(one.rrule), hours=(), minutes=())
