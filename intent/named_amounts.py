"""Lines of somebody, or of a day, with several amounts: 'Ann: roof 31, yard 7', a row for each of them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_LINE = re.compile(r"\s*(?:[-*•]\s+)?(?P<who>[^\W\d_][\w.'’ -]{0,30}?)(?::|\s[-–])\s+(?P<rest>\S.*?)\s*")
_AMOUNT = re.compile(r"(?P<what>[^\W\d_][^,;:|]{0,40}?)\s+(?P<number>\d+(?:[.,]\d+)?)\s*(?:h|hrs|hours)?")
_BETWEEN = re.compile(r"\s*(?:[,;]|\s+and\s+)\s*")
_UNITS = re.compile(
    r"\b(?:hours?|hrs|minutes|days|nights|miles|litres|kilos|km|kg|bottles|boxes|pieces|visits)\b", re.I
)
_COUNTED = re.compile(r"\b(?:total|how many|number of|how much)\s+(?:the\s+)?(?P<noun>[^\W\d_]{2,}s)\b", re.I)
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_LEAST, _ITEMS = 2, 2  # lines, and amounts that at least one of them has


class NamedAmounts(NamedTuple):
    """The heading and rows of such lines, and where they are in the message."""

    head: tuple[str, ...]
    rows: list[tuple[str, ...]]
    start: int
    end: int


def read_named_amounts(message: str) -> NamedAmounts | None:
    """Return the lines of a message that are all of this kind, or None if no unit stands above them."""
    found, start, end, at = list[list[tuple[str, ...]]](), -1, 0, 0
    for line in message.split("\n"):
        rows = list(_rows(line))
        if not rows and found:
            break
        if rows:
            start, end = (at if start < 0 else start), at + len(line)
            found.append(rows)
        at += len(line) + 1
    if len(found) < _LEAST or max(map(len, found)) < _ITEMS:
        return None
    above, counted = _UNITS.search(message[:start]), _COUNTED.search(message[:start] + message[end:])
    unit = above[0] if above else counted["noun"] if counted else ""
    if not unit:
        return None  # 'add tasks' may stand above 'Ann: paint gate 2, fence 3'
    are_days = all(row[0].lower().startswith(_DAYS) for rows in found for row in rows)
    head = ("Day" if are_days else "Name", "Item", unit.lower())
    return NamedAmounts(head, [row for rows in found for row in rows], start, end)


def _rows(line: str) -> Iterator[tuple[str, ...]]:
    """Yield the rows of one line, none if any part of it is no amount."""
    told = _LINE.fullmatch(line)
    parts = [_AMOUNT.fullmatch(one) for one in _BETWEEN.split(told["rest"])] if told else []
    if told and all(parts):
        yield from ((told["who"], one["what"], one["number"]) for one in parts if one)
