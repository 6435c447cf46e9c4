"""Reads wishes about how results are written: their tone, length, order and limits, kept as they are said."""

import re
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from intent.commands.places import names_target
from intent.data_files import pattern, words_of
from intent.forms.schedules import find_when, is_full
from intent.forms.verbs import is_order_verb
from intent.slots import find_times
from intent.slots.recurrence import ANY_DAY
from intent.slots.systems import outside_systems

_pattern = partial(pattern, "manners")

_KINDS = [_pattern(one) for one in ("limit", "order", "trimmed", "kept", "tone", "bare", "counts", "rule")]
_JOINT = re.compile(r"[\s,;]+(?:and|but)$", re.IGNORECASE)
_LEAD, _PARTS, _MORE = _pattern("lead"), _pattern("parts"), _pattern("more")


class Part(NamedTuple):
    """A part of a sentence. If it is a wish, it is kept word for word."""

    text: str
    is_wish: bool


def parts_of(sentence: str) -> Sequence[Part]:
    """Return a sentence split where wishes about writing begin and end: 'at 9, and a warm tone, not stiff'.

    What follows a wish belongs to it, unless it says when or where. So does a wish for some days only.
    """
    if _orders_other(sentence):
        return [Part(sentence, is_wish=False)]
    if _is_for_some_days(sentence):
        return [Part(bare(sentence), is_wish=True)]
    found: list[Part] = []
    for clause in _clauses(sentence):
        is_wish, goes_on = _is_manner(clause), bool(found) and not (_says_when(clause) or _says_where(clause))
        if found and (found[-1].is_wish == is_wish or (found[-1].is_wish and goes_on)):
            found[-1] = Part(found[-1].text + clause, found[-1].is_wish)
        else:
            found.append(Part(clause, is_wish))
    return [
        Part(_JOINT.sub("", bare(one.text) if one.is_wish else one.text.strip()), one.is_wish)
        for one in found
    ]


def _orders_other(sentence: str) -> bool:
    """Return whether a sentence begins with an order that isn't about the text: 'remind Ann that …'."""
    first = bare(sentence).partition(" ")[0].lower().strip(",:")
    return is_order_verb(first) and first not in words_of("word_lists", "verbs_of_writing")


def _is_for_some_days(sentence: str) -> bool:
    when = find_when(sentence, ANY_DAY, asked=True)
    return (
        bool(_MORE.search(sentence)) and when is not None and when.says_days and not is_full(sentence, when)
    )


def _clauses(sentence: str) -> Sequence[str]:
    """Return the clauses of a sentence, each with the mark that ends it."""
    ends = [0, *(one.end() for one in _PARTS.finditer(sentence)), len(sentence)]
    return [sentence[start:end] for start, end in pairwise(ends) if start < end]


def _is_manner(clause: str) -> bool:
    said = bare(clause)
    return not _says_when(clause) and any(one.search(said) for one in _KINDS)


def bare(text: str) -> str:
    """Return words without the sighs and courtesies in front of them."""
    return _LEAD.sub("", text.strip()).strip(" ,;:.!-–—")


def _says_when(clause: str) -> bool:
    return bool(find_when(clause, ANY_DAY) or find_times(clause))


def _says_where(clause: str) -> bool:
    return bool(outside_systems(clause) or names_target(clause))
