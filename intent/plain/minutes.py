"""Rewrites minutes with an order to make tasks of them: only lines that tell who does what become some."""

import re
from collections.abc import Iterator
from datetime import datetime

from intent.data_files import pattern
from intent.plain.doings import is_work
from intent.plain.told_work import ORDER, Item, items_of

_NOTHING = "make tasks out of these"
_LONGEST = 3_000  # characters of such a message
_FEWEST = 2  # lines with a bullet
_ORDER = pattern("minutes", "order", flags=re.IGNORECASE | re.MULTILINE)
_BULLET = pattern("minutes", "bullet")
_CUT = re.compile(r",\s+(?:(?:so|and)\s+)?|\s+[-–—]\s+")


def write_minutes(message: str, now: datetime) -> str:
    """Return an order to add the tasks that a bulleted list tells, else the message unchanged.

    What the lines tell besides stands in front of it, so that it is noted or named. If none of them tells
    who does what, only the order is left, which is asked about.
    """
    found = _ORDER.search(message) if len(message) <= _LONGEST and "?" not in message else None
    lines = message[found.end() :].splitlines() if found else []
    rows = [(bool(_BULLET.match(one)), _BULLET.sub("", one).strip(" .")) for one in lines if one.strip()]
    listed = [row for is_listed, row in rows if is_listed]
    if len(listed) < _FEWEST or all(is_work(row.split()[0].lower()) for row in listed if row):
        return message
    read = [_read(row, now) if is_listed else (row, []) for is_listed, row in rows]
    items = [item for _, work in read for item in work]
    if not items:
        return _NOTHING
    others = [told for told, _ in read if told]
    return ". ".join((*others, f"{ORDER}: {'; '.join(item.row for item in items)}"))


def _read(row: str, now: datetime) -> tuple[str, list[Item]]:
    """Return what a line tells besides, and its work: 'the pump leaks, Ann calls the plumber by Friday'."""
    for start in _starts(row):
        if found := [*items_of(row[start:], now)]:
            return row[:start].strip(" ,-–—"), found
    return row, []


def _starts(row: str) -> Iterator[int]:
    yield 0
    yield from (cut.end() for cut in _CUT.finditer(row))
