"""Reads what says behind a place that something just listed is meant: 'the last one in that list'."""

from functools import cache

from intent.data_files import pattern

_LONGEST = 9  # words


@cache
def tail_size(words: tuple[str, ...]) -> int:
    """Return how many words at the end of folded words say so."""
    sizes = range(min(len(words), _LONGEST), 0, -1)
    return next((size for size in sizes if _TAIL.match(" ".join(words[-size:]))), 0)


_TAIL = pattern("list_tails", "tail")
