"""Words after an ordinal that refer to a list just shown: 'the last one in that list'."""

from functools import cache

from intent.data_files import pattern

_LONGEST = 9  # words


@cache
def tail_size(words: tuple[str, ...]) -> int:
    """Return the length of such words at the end of folded words."""
    sizes = range(min(len(words), _LONGEST), 0, -1)
    return next((size for size in sizes if _TAIL.match(" ".join(words[-size:]))), 0)


_TAIL = pattern("list_tails", "tail")
