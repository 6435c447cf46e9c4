"""The words of a column's name, also for 'day_rate' and 'day-rate'."""

import re
from collections.abc import Container, Iterable

from rapidfuzz.distance import OSA

from intent.commands.tables.cells import stem, stems_of
from intent.commands.words import as_words
from intent.slots.language import table_of

_PARTS = re.compile(r"(?<=\w)[_-](?=\w)")  # separates words of one name
_OF_WORK = (("title", "kind", "state"), ("title", "day", "time"))  # columns of task and event lists
_CURRENCIES = ("€", "$", "£", "EUR", "USD", "GBP")
LEAST_SLIP = 4  # fewest letters of a correctable word
Words = tuple[str, ...]


def name_words(name: str) -> Words:
    return as_words(_PARTS.sub(" ", name))


def name_stems(name: str) -> Words:
    return stems_of(_PARTS.sub(" ", name))


def split_words(words: Words) -> Words:
    """Return the stems of what a person's words say, split like a name."""
    return tuple(stem(part) for word in words for part in _PARTS.split(word) if part)


def has_form(words: Words, forms: Container[Words]) -> bool:
    """Return whether some of the words, in a row, are one of these forms."""
    ends = range(1, len(words) + 1)
    return any(words[start:end] in forms for end in ends for start in range(end))


def weekday_forms(name: str) -> list[Words]:
    """Return the stems of the other names of a column's weekday: 'saturday' of 'Sat'."""
    days, said = table_of("weekday"), name.casefold().rstrip(".")
    day = days.get(said, table_of("short_weekday").get(said, ""))
    return [(stem(one),) for one, other in days.items() if day and other == day]


def are_of_work(columns: Iterable[str]) -> bool:
    """Return whether a table with these columns is a list of tasks, events and the like."""
    return any({*one} <= {*columns} for one in _OF_WORK)


def is_slip(said: str, name: str) -> bool:
    """Return whether a word is a column's name with one typo. Of few letters it may only swap two."""
    is_near = OSA.distance(said, name, score_cutoff=1) <= 1
    return is_near and (len(said) > LEAST_SLIP or sorted(said) == sorted(name))


def in_currency(name: str, unit: str) -> bool:
    """Return whether a column's unit or name has a currency: '£ per metre'."""
    return not {unit, *name_words(name), *name.split()}.isdisjoint(_CURRENCIES)


def last_word(name: str) -> Words:
    """Return the last word of a column's name, without its unit's sign."""
    return tuple(one for one in name_words(name) if any(map(str.isalpha, one)))[-1:]
