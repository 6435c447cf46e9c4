"""Reads when something repeats, and at which time of day."""

from datetime import date, time

from intent.commands.slot_types import Words, slot_type
from intent.commands.words import table
from intent.slots.recurrence import EARLIEST_CHORE, Recurrence, find_recurrence, read_recurrence
from intent.slots.rules import WEEKDAYS
from intent.slots.times import read_time

_FEW = 10  # words
_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


@slot_type("repeats")
def _when(words: Words) -> Recurrence | None:
    """Return how something repeats, if every word says so; a time of day alone says nothing of the days.

    'Fridays too' is days more, which templates read apart.
    """
    if any((token.word,) in table("form_more") for token in words.tokens):
        return None
    return None if _clock(words) else read_repeats(words.text, words.situation.now.date())


def read_repeats(text: str, today: date) -> Recurrence | None:
    """Return how something repeats, if every word says so and it can be told."""
    found = read_recurrence(text, today)
    return None if found is None or found.problem else found


@slot_type("unclear_when")
def _unclear_when(words: Words) -> Recurrence | None:
    """Return what is said of when though it can't be read as such: its words are the `problem`."""
    found = read_recurrence(words.text, words.situation.now.date())
    return found if found and found.problem else None


@slot_type("weekday")
def _weekday(words: Words) -> str | None:
    """Return a day of the week as MO to SU, and several as "SA,SU"."""
    if days := table("day_group").get(tuple(one.word for one in words.tokens)):
        return days
    word = words.tokens[0].word.rstrip("s") if len(words.tokens) == 1 else ""
    return WEEKDAYS[_DAYS.index(word)] if word in _DAYS else None


@slot_type("said_when")
def _said_when(words: Words) -> Recurrence | None:
    """Return how something repeats by words that plainly say so: 'weekly', 'every hour', not 'Monday'."""
    if all((one.word,) in table("day_part_alone") for one in words.tokens):
        return None  # 'guest, nights and bed'
    today = words.situation.now.date()
    found = read_recurrence(words.text, today) if find_recurrence(words.text, today) else None
    return None if found is None or found.problem else found


@slot_type("time_alone")
def _clock(words: Words) -> time | None:
    """Return a time of day that is said alone: it leaves the days as they are."""
    return read_time(words.text, earliest=EARLIEST_CHORE)


@slot_type("limited")
def _limited(words: Words) -> str | None:
    """Return what an agent is to keep to, in a few words that are no schedule."""
    repeats = find_recurrence(words.text, words.situation.now.date())
    return None if len(words.tokens) > _FEW or repeats else words.text or None
