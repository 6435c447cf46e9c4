"""Questions about the rows of a table, and cells that match them."""

import re
from decimal import Decimal

from intent.data_files import words_of
from intent.sentences.question_words import folded
from intent.text import fold
from omniforge.projects.search.words import stems

_NUMBER = re.compile(r"(?P<sign>[€$£₹]?) ?(?P<value>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)")
_SUMS = re.compile(r"\b(?:adds? up to|sum of|total of|summe|(?:in total|altogether)\??$)")


def find_measure(text: str) -> str:
    """Return the figure of a column asked for: its 'sum', the 'most' or the 'least', else empty."""
    said = folded(text)
    if _SUMS.search(said):
        return "sum"
    ways = [way for way in ("most", "least") if _words(said) & words_of("questions", way)]
    return ways[0] if len(ways) == 1 else ""


def stems_asked(text: str) -> set[str]:
    """Return the stems of a question, including what 'cheapest' compares."""
    said = folded(text)
    return set(stems(f"{said} price" if _words(said) & words_of("questions", "priced") else said))


def is_total(row: str) -> bool:
    """Return whether a row is a total of others."""
    return not words_of("questions", "totals").isdisjoint(_words(fold(row)))


def figure_of(cell: str) -> tuple[str, Decimal] | None:
    """Return a cell's figure, with its currency sign, or None if it is anything else."""
    found = _NUMBER.fullmatch(cell.strip())
    return (found["sign"], Decimal(found["value"].replace(",", ""))) if found else None


def _words(said: str) -> set[str]:
    return set(re.findall(r"\w+", said))
