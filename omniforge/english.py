"""English that is put together of parts: what stands in a row, and capitals."""

from collections.abc import Iterable, Sequence


def in_a_row(parts: Iterable[str], word: str = "and") -> str:
    """Return what is said of several in a row: 'A, B and C'."""
    *first, last = list(parts) or [""]
    return f"{', '.join(first)} {word} {last}" if first else last


def first_of(parts: Sequence[str], most: int) -> str:
    """Return the first of many, and how many more there are: 'A, B and 3 more'."""
    more = len(parts) - most
    return ", ".join(parts[:most]) + (f" and {more:,} more" if more > 0 else "")


def capital(text: str) -> str:
    """Return a text with a capital as its first letter, and the rest as it stands."""
    return text[:1].upper() + text[1:]
