"""What a change made of a value, as 'before → after': of a long text the part that differs."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

_SHORT = 80  # characters of a value that is told whole
_BESIDE = 30  # characters before and after the part that differs
_EDGE = 120  # characters of either end of a long part: both ends differ
_SAME_WORDS = "only spaces or line breaks"


def before_and_after(before: Any, after: Any) -> str:
    """Return a value before and after a change. Long texts lose what they have in common."""
    old, new = _in_a_line(before), _in_a_line(after)
    if old == new:
        return _SAME_WORDS
    start = alike(old, new)
    end = alike(old[start:][::-1], new[start:][::-1])
    return f"{_part(old, start, end)} → {_part(new, start, end)}"


def gone(before: str, after: str) -> str:
    """Return the part of a text that another one in its place no longer has, empty if it has all of it."""
    old, new = _in_a_line(before), _in_a_line(after)
    start = alike(old, new)
    end = alike(old[start:][::-1], new[start:][::-1])
    return _part(old, start, end) if start + end < len(old) else ""


def alike(old: Sequence[str], new: Sequence[str]) -> int:
    """Return the length of the common prefix, in lines of texts or in characters of lines."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))


def _in_a_line(value: Any) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list) else str("" if value is None else value)
    return " ".join(text.split())


def _part(text: str, start: int, end: int) -> str:
    """Return a short text whole, else without most of its first `start` and last `end` characters."""
    if len(text) <= _SHORT:
        return text or "none"
    first, last = max(0, start - _BESIDE), min(len(text), len(text) - end + _BESIDE)
    part = text[first:last]
    if len(part) > 2 * _EDGE:
        part = f"{part[:_EDGE]}…{part[-_EDGE:]}"
    return f"{'…' * (first > 0)}{part}{'…' * (last < len(text))}"
