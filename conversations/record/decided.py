"""Decisions by button as a person's message: one line each, which begins with the decision."""

from collections.abc import Hashable, Iterator, Sequence
from functools import cache

from intent.sentences.fixed_lines import lines_of
from omniforge.projects.search.snippets import excerpt_around

APPROVED, EDITED, REJECTED = "Approved", "Approved with changes", "Rejected"
_TELLING = 3  # first words by which the line of what nothing shows is known
_WORDS = tuple(f"{word}: " for word in (APPROVED, EDITED, REJECTED))


def decision_line(word: str, what: str) -> str:
    """Return the line of a decision."""
    return f"{word}: {' '.join(what.split())}"


def excerpt(text: str, places: Sequence[tuple[int, Hashable]]) -> str:
    """Return the part of a message with the most words of a search, given their positions.

    A decision keeps its first word, so that a rejected call never reads like a wanted one. An answer keeps
    the line that says what nothing shows of it, so that a claim is never read alone.
    """
    if not text.startswith(_WORDS):
        said, last = excerpt_around(text, places), _unshown(text)
        return said if not last or last in said else f"{said} … {last}"
    found = [(begin, line, _within(places, begin, begin + len(line))) for begin, line in _lines(text)]
    begin, line, own = max(found, key=lambda one: len({word for _, word in one[2]}))
    size = next((len(word) for word in _WORDS if line.startswith(word)), 0)
    return line[:size] + excerpt_around(line[size:], [(place - begin - size, word) for place, word in own])


def _unshown(text: str) -> str:
    """Return the line that ends an answer with what nothing shows of it, whatever its language, or empty."""
    last = text.rstrip().rpartition("\n\n")[2]
    return last if last.startswith(_unshown_beginnings()) and "“" in last else ""


@cache
def _unshown_beginnings() -> tuple[str, ...]:
    """Return the first words of that line in each language: its end was worded anew."""
    return tuple(" ".join(line.split()[:_TELLING]) for line in lines_of("unshown"))


def _within(places: Sequence[tuple[int, Hashable]], begin: int, end: int) -> list[tuple[int, Hashable]]:
    return [(place, word) for place, word in places if begin <= place < end]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield decisions with their offsets. A line without a decision's word continues the last one."""
    begin, end = 0, 0
    for line in text.splitlines(keepends=True):
        if line.startswith(_WORDS) and end:
            yield begin, text[begin:end]
            begin = end
        end += len(line)
    yield begin, text[begin:end]
