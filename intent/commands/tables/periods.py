"""Reads the months, weeks, quarters and years that rows of the table at hand are grouped by."""

from dataclasses import replace
from itertools import pairwise

from intent.commands.tables.column_names import name_words
from intent.commands.tables.question import BOUNDS
from intent.commands.tables.question_state import QuestionState
from intent.commands.words import key_of

PERIODS = ("month", "week", "quarter", "year")
_WHICH = ("which", "what")
_EACH = ("a", "an", "per", "each", "every")
_EVERY = ("monthly", "weekly", "quarterly", "yearly")


def take_rhythm(said: QuestionState, key: str) -> bool:
    """Read 'a week' as the only column of numbers that is called so: 'Weekly boxes'. Return whether it is."""
    forms = {key, key + "ly", "daily" if key == "day" else key}
    found = [one for one in said.at_hand.numbers if {*name_words(one)} & forms]
    words = [one.word for one in said.words.tokens]
    each = any(one in _EACH and key_of("table_word", then) == key for one, then in pairwise(words))
    if len(found) != 1 or said.waits or not each:
        return False
    if said.tests and said.tests[-1].test in BOUNDS and not said.tests[-1].other:
        said.tests[-1] = replace(said.tests[-1], columns=(found[0],))
    elif said.unclear and found[0] in said.unclear:
        said.asked = [found[0] if one in said.unclear else one for one in said.asked]
        said.unclear = None
    return True


def take_period(said: QuestionState, key: str) -> bool:
    """Group by 'per month' or 'which month' of a date column. Return whether the word means that."""
    if not said.at_hand.days or not (said.waits in ("group", "which") or _is_asked(said, key)):
        return False
    said.said["group"], said.said["period"] = said.one_of(said.at_hand.days), key
    said.waits, said.anchors = "", said.anchors + 1
    return True


def _is_asked(said: QuestionState, key: str) -> bool:
    words = [one.word for one in said.words.tokens]
    of_each = any(one in _EVERY and key_of("table_word", one) == key for one in words)
    return of_each or any(
        one in _WHICH and key_of("table_word", after) == key for one, after in pairwise(words)
    )
