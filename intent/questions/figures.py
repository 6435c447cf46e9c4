"""The figures of a question, 'a boat of 9 metres', and whether a sentence is about another one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, partial

from intent.data_files import pattern, piece
from intent.text import fold
from omniforge.projects.search.words import stems

_pattern = partial(pattern, "figures", flags=re.NOFLAG)
_FIGURE, _RANGE, _YEAR, _MEASURE = map(_pattern, ("figure", "range", "year", "measure"))
_SMALL = piece("figures", "small")
_WORDS = piece("figures", "words").split("|")
_OPPOSITES = (
    ("with", "without"),
    ("in(?:to)?", "out of"),
    ("before", "after"),
    (piece("figures", "most"), piece("figures", "least")),
)


@dataclass(frozen=True, slots=True)
class _Figure:
    """A number with the noun behind it. `below` and `above` tell up to where, or from where on, it holds."""

    number: Decimal
    noun: str
    below: bool = False
    above: bool = False

    def covers(self, other: "_Figure") -> bool:
        """Return whether another figure is the same, or within this one's bound."""
        is_within = (self.below and other.number < self.number) or (self.above and other.number > self.number)
        return self.number == other.number or (is_within and self.noun == other.noun)


def is_figure(word: str) -> bool:
    """Return whether a stem is a number."""
    return word.isdigit() or word in _number_stems()


def has_other_figure(question: str, sentence: str) -> bool:
    """Return whether a question's figure isn't that of a sentence: '9 metres' for 'up to 7 metres'.

    '5 chairs' are no other thing than a chair, and a year is compared as a date.
    """
    told, ranges = list(_figures(sentence)), list(_ranges(sentence))
    nouns = {one.noun for one in told}
    return any(
        not any(one.covers(asked) for one in told)
        and not any(low <= asked.number <= high for low, high in ranges)
        and (asked.noun in nouns or bool(_MEASURE.fullmatch(asked.noun)))
        for asked in _figures(question)
        if asked.noun
    )


def has_opposite(question: str, sentence: str) -> bool:
    """Return whether a sentence says the opposite of something: 'with cushion' for 'without cushion'."""
    return any(
        thing not in _things(one, sentence) and thing in _things(other, sentence)
        for pair in _OPPOSITES
        for one, other in (pair, pair[::-1])
        for thing in _things(one, question)
    )


def _figures(text: str) -> Iterator[_Figure]:
    for found in _FIGURE.finditer(fold(text)):
        noun = found["noun"] or ""
        stem = next(iter(stems(noun)), noun)
        below, above = bool(found["most"] or found["down"]), bool(found["least"] or found["up"])
        if not _YEAR.fullmatch(found["number"]):
            yield _Figure(_value(found["number"]), stem, below, above)


def _ranges(text: str) -> Iterator[tuple[Decimal, Decimal]]:
    for found in _RANGE.finditer(fold(text)):
        low, high = sorted((_value(found["one"]), _value(found["other"])))
        yield low, high


def _value(number: str) -> Decimal:
    plain = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", number).replace(",", ".")
    is_one = plain.count(".") < 2 and not plain.isalpha()
    return Decimal(plain) if is_one else Decimal(_WORDS.index(plain) if plain.isalpha() else -1)


def _things(before: str, text: str) -> set[str]:
    """Return the stems behind a word, 'without' or 'up to', in a text."""
    found = re.finditer(rf"(?<!\w)(?:{before}) {_SMALL}(?P<thing>[\w'’-]+)", fold(text))
    return {word for one in found for word in stems(one["thing"])}


@cache
def _number_stems() -> frozenset[str]:
    return frozenset(stems(" ".join(_WORDS)))
