"""Reads recurrences and their times of day."""

from dataclasses import replace
from datetime import date, time

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.readers.things.list_rows import AND
from intent.commands.words import at_end, at_start, is_within, table
from intent.slots.recurrence import Recurrence, find_recurrence, read_recurrence
from intent.slots.rhythms import read_rhythms
from intent.slots.times import EARLIEST_CHORE, find_times, read_time
from omniforge.recurrence.rule import WEEKDAYS, Rule

_FEW = 10  # words
_AGAIN = ("again", "back", "wieder", "please")
_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


@slot_type("repeats")
def _when(words: Words) -> Recurrence | None:
    """Return a recurrence if every word belongs to it. A time of day alone leaves the days open.

    'Fridays too' adds days, which templates handle. 'on again, Fridays' first says that it resumes.
    """
    if _adds(words) or words.tokens[0].word in _AGAIN:
        return None
    return _exchange(words) or (None if _clock(words) else _whenever(words))


def _adds(words: Words) -> bool:
    said = tuple(token.word for token in words.tokens)
    return is_within("form_more", said) or is_within("not_only", said)


@slot_type("whenever")
def _whenever(words: Words) -> Recurrence | None:
    """Return a recurrence, even if it is only a time of day. 'One' alone may count something else."""
    return None if words.text == "one" else read_repeats(words.text, words.situation.now.date())


@slot_type("exchange")
def _exchange(words: Words) -> Recurrence | None:
    """Return days or times and those they replace: 'Tuesdays instead of Mondays'."""
    said = tuple(one.word for one in words.tokens)
    for at in range(1, len(said) - 1):
        if not (size := at_start("in_place_of", said, at)[1]):
            continue
        behind = words.tokens[at + size :]
        end = len(behind) - at_end("any_longer", said[at + size :])[1]
        if found := _exchanged(_former(words.part(behind[:end])), _whenever(words.part(words.tokens[:at]))):
            return found
    return None


def _former(words: Words) -> Recurrence | None:
    """Return the part that is replaced. A bare hour counts: 'at 4 pm instead of 5'."""
    at = _clock(words)
    return Recurrence.at(at) if at else _whenever(words)


def _exchanged(old: Recurrence | None, new: Recurrence | None) -> Recurrence | None:
    """Return days or times that replace others."""
    return replace(new, instead_of=old) if old and new and _takes_turns(old, new) else None


def _takes_turns(old: Recurrence, new: Recurrence) -> bool:
    """Return whether one can replace the other: 'every day, not Sundays' only excludes a day."""
    if not (old.rrule and new.rrule and old.says_days == new.says_days):
        return False
    if not new.says_days:
        return old.is_time_alone and new.is_time_alone
    days, others = _days_in(old), _days_in(new)
    return bool(days and others and days.isdisjoint(others))


def _days_in(found: Recurrence) -> set[str | int]:
    """Return the weekdays or the days of the month of a recurrence."""
    rule = Rule.read(found.rrule)
    return {*rule.days, *rule.dates}


@slot_type("from_to")
def _from_to(words: Words) -> Recurrence | None:
    """Return days or times and those they replace: 'from Monday to Tuesday'."""
    said = tuple(one.word for one in words.tokens)
    at = next((at for at in range(2, len(said) - 1) if said[at] in ("to", "till")), 0)
    if not at or said[0] != "from":
        return None
    return _exchanged(_former(words.part(words.tokens[1:at])), _whenever(words.part(words.tokens[at + 1 :])))


def read_repeats(text: str, today: date) -> Recurrence | None:
    """Return a recurrence if every word belongs to it and it can be expressed."""
    found = read_rhythms(text, today)
    return None if found is None or found.problem else found


@slot_type("unclear_when")
def _unclear_when(words: Words) -> Recurrence | None:
    """Return a time that can't be parsed. Its words are the `problem`."""
    found = read_recurrence(words.text, words.situation.now.date())
    return found if found and found.problem else None


@slot_type("weekday")
def _weekday(words: Words) -> str | None:
    """Return a weekday as MO to SU, or several as "SA,SU"."""
    if days := table("day_group").get(tuple(one.word for one in words.tokens)):
        return days
    word = words.tokens[0].word.rstrip("s") if len(words.tokens) == 1 else ""
    return WEEKDAYS[_DAYS.index(word)] if word in _DAYS else None


@slot_type("said_when")
def _said_when(words: Words) -> Recurrence | None:
    """Return a recurrence from explicit words: 'weekly', 'every hour', not 'Monday'."""
    if all((one.word,) in table("day_part_alone") or one.word in AND for one in words.tokens):
        return None  # 'guest, nights and bed'
    today = words.situation.now.date()
    found = read_rhythms(words.text, today) if find_recurrence(words.text, today) else None
    return None if found is None or found.problem else found


@slot_type("time_alone")
def _clock(words: Words) -> time | None:
    """Return a time of day alone, which keeps the days and replaces other times."""
    return None if _adds(words) else read_time(words.text, earliest=EARLIEST_CHORE)


@slot_type("exact_time")
def _exact(words: Words) -> time | None:
    """Return a time more exact than a part of the day: '9', 'noon', not 'in the morning'."""
    said = find_times(words.text, earliest=EARLIEST_CHORE)
    return _clock(words) if said and not said[0].vague else None


@slot_type("limited")
def _limited(words: Words) -> str | None:
    """Return a restriction for an agent, in a few words that are no schedule."""
    repeats = find_recurrence(words.text, words.situation.now.date())
    return None if len(words.tokens) > _FEW or repeats else words.text or None
