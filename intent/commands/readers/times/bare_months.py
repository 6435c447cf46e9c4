"""Reads a month that stands alone: 'January' beside a task is the last day of it, and nobody's name."""

from datetime import date

from intent.commands.grammar.slot_types import Words
from intent.data_files import words_of
from intent.slots.days import read_days
from intent.slots.language import table_of


def is_month(word: str) -> bool:
    """Return whether a word is the name of a month and nobody's: 'January', but not 'June'."""
    return _may_be(word) and word not in words_of("word_lists", "months_and_names")


def end_of_month(words: Words, *, beside_name: bool = False) -> date | None:
    """Return the last day of the month that one word names, beside a name even of one that may be a name."""
    word = words.tokens[0].word if len(words.tokens) == 1 else ""
    if not (_may_be(word) if beside_name else is_month(word)):
        return None
    found = read_days(f"in {word}", words.situation.now.date())
    return found.last if found else None


def _may_be(word: str) -> bool:
    return word in table_of("month") and word[:1].isalpha()
