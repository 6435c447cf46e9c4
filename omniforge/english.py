"""English put together from parts: enumerations and capital letters."""

from collections.abc import Iterable, Sequence


def join_words(parts: Iterable[str], word: str = "and") -> str:
    """Return the parts as an enumeration: 'A, B and C'."""
    *first, last = list(parts) or [""]
    return f"{', '.join(first)} {word} {last}" if first else last


def first_of(parts: Sequence[str], most: int) -> str:
    """Return the first `most` parts and the number of the others: 'A, B and 3 more'."""
    more = len(parts) - most
    return ", ".join(parts[:most]) + (f" and {more:,} more" if more > 0 else "")


def capital(text: str) -> str:
    """Return a text with its first letter in upper case and the rest unchanged."""
    return text[:1].upper() + text[1:]
