"""Reads a schedule from words to a form. Words that can't be set become a `problem`."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time
from typing import NamedTuple

from intent.commands.words import as_words, at_end, table
from intent.forms.days import add_days_to, complete_from, in_place
from intent.schedules import Schedule, check_schedule, schedule_from
from intent.slots.draft import Refused
from intent.slots.recurrence import ANY_DAY, Recurrence
from intent.slots.rhythms import find_rhythms
from intent.slots.times import EARLIEST_CHORE, find_times
from omniforge.errors import InvalidInput
from omniforge.recurrence.rule import Rule

_TWO = 2  # rules
_CHANNEL = re.compile(r"#[\w-]+")  # '#weekly' is no schedule
# 'only from the 14th' is a first day, and no day of each month
_FIRST_DAY = re.compile(
    r"\b(?:from|as of|not before|until|till) the \d{1,2}(?:st|nd|rd|th)\b(?! (?:of|to|until|till))", re.I
)
# How a chore is done today, which is no schedule: 'we copy it by hand'.
BY_HAND = r"\b(?:by hand|manually|von hand|manuell|a mano|manualmente)\b"
_DONE_BY_HAND = re.compile(
    rf"(?<!\bonly )(?<!\brun )(?<!\bruns )(?<!\bstart )(?<!\bstarted )(?<!\bit ){BY_HAND}", re.I
)


class SaidSchedule(NamedTuple):
    """The stored schedule, empty for on demand, and its words, or a `problem`, words that can't be set."""

    stored: str = ""
    words: str = "on demand"
    problem: str = ""


def schedule_of(when: Recurrence, now: datetime, *, before: str = "") -> SaidSchedule:
    """Return a recurrence, said at `now`, as a schedule. Days or times that it leaves open are kept from the
    stored schedule `before`: 'make it Thursdays' stays at 8:30.
    """
    if when.beside:
        return with_rule(schedule_of(replace(when, beside=None), now), when.beside, now)
    if other := _other_rule(before, when, now):
        return with_rule(SaidSchedule(other), when, now)
    when = in_place(before, when, now)
    if before and when.times and when.is_time_alone:
        return replace_times(before, when.times, now)
    try:
        schedule = schedule_from(complete_from(before, when, now), now)
    except (InvalidInput, Refused):
        return SaidSchedule(problem=when.problem or when.words)
    schedule = replace(schedule, without=Schedule.parse(check_schedule(before, now)).without)
    return SaidSchedule(str(schedule), schedule.words)


def _other_rule(before: str, when: Recurrence, now: datetime) -> str:
    """Return the one of two stored rules that a rhythm of the other's days leaves as it is, else empty."""
    stored = Schedule.parse(check_schedule(before, now)) if before else Schedule()
    if len(stored.rules) < _TWO or not (when.rrule and when.says_days and when.times) or when.problem:
        return ""
    days = Rule.read(when.rrule).days
    others = [one for one in stored.rules if one.days != days]
    return str(replace(stored, rules=tuple(others))) if days and len(others) == 1 else ""


def with_rule(schedule: SaidSchedule, more: Recurrence, now: datetime) -> SaidSchedule:
    """Return a schedule with a second recurrence beside it: 'weekdays at 8', and Fridays at 16:00 too."""
    try:
        first, second = Schedule.parse(check_schedule(schedule.stored, now)), schedule_from(more, now)
        both = replace(first, rules=(*first.rules, *second.rules), start=first.start or second.start)
        return SaidSchedule(check_schedule(str(both), now), both.words)
    except (InvalidInput, Refused):
        return SaidSchedule(problem=more.words)


def extend_schedule(stored: str, more: Recurrence, now: datetime) -> SaidSchedule:
    """Return a schedule with further days or times, a `problem` if that can't be expressed."""
    if kept := add_days_to(stored, more, now):
        return schedule_of(kept, now, before=stored)
    if more.says_days and more.times:
        return with_rule(SaidSchedule(stored), more, now)
    return SaidSchedule(problem=more.words)


def replace_times(stored: str, times: Sequence[time], now: datetime) -> SaidSchedule:
    """Return a stored schedule or cron with other times on the same days, every day if it had none."""
    try:
        changed = Schedule.parse(check_schedule(stored, now)).at(*times)
        return SaidSchedule(check_schedule(str(changed), now), changed.words)
    except (InvalidInput, Refused):
        return SaidSchedule(problem=f"at {' and '.join(f'{one:%H:%M}' for one in times)}")


def cut_time(text: str) -> tuple[str, time | None]:
    """Return a text without a trailing time of day, and that time: 'list what is due at 7'."""
    said = text.rstrip(" .!?")
    last = next(
        (one for one in reversed(find_times(said, earliest=EARLIEST_CHORE)) if one.end == len(said)), None
    )
    before = said[: last.start].strip() if last else ""
    is_bound = bool(at_end("clock_bound", as_words(before))[1])  # part of the work: 'who called before noon'
    return (before, last.at) if last and not (last.vague or is_bound) else (text, None)


def find_when(text: str, today: date, *, asked: bool = False) -> Recurrence | None:
    """Return the recurrence in a text, with its span, or None if there is none.

    Unless it is `asked` for, parts of the day alone don't count: 'how many nights guests stay'.
    """
    silent = (_CHANNEL, _FIRST_DAY) if asked else (_CHANNEL, _FIRST_DAY, _DONE_BY_HAND)
    for pattern in silent:
        text = pattern.sub(lambda one: "_" * len(one[0]), text)
    found = find_rhythms(text, today, asked=asked)
    said = _said_by(text, found) if found else []
    return None if not asked and said and all((one,) in table("day_part_alone") for one in said) else found


def begins_with_when(text: str) -> bool:
    """Return whether a text begins with a recurrence: 'Mondays at 8, to #desk'."""
    found = find_when(text, ANY_DAY)
    return found is not None and min(found.spans)[0] == 0


def is_full(text: str, found: Recurrence) -> bool:
    """Return whether a recurrence is explicit, with 'every' or a time of day."""
    said = _said_by(text, found)
    return not found.rrule or any((one,) in table("every") or one[:1].isdigit() for one in said)


def _said_by(text: str, found: Recurrence) -> list[str]:
    return [word for start, end in found.spans for word in as_words(text[start:end])]
