"""Cells as numbers, if all of a column are, and the unit that they share."""

import re
from collections.abc import Sequence
from functools import cache

from intent.slots.language import table_of

Cell = str | int | float | None
MEASURE = re.compile(r"(?P<before>[€$£])?\s*(?P<number>-?\d[\d.,]*)\s*(?P<unit>%|[€$£]|[^\W\d_]{1,10}\.?)?")
_NUMBER = re.compile(r"-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
_COMMA_NUMBER = re.compile(r"-?(?:\d{1,3}(?:\.\d{3})+|\d+),\d+|-?\d{1,3}(?:\.\d{3})+")


def typed(rows: Sequence[Sequence[str]]) -> tuple[tuple[tuple[Cell, ...], ...], tuple[str, ...]]:
    """Return rows with numbers parsed, without the unit shared by all cells of a column."""
    columns = [_column(cells) for cells in zip(*rows, strict=True)]
    cells = tuple(zip(*(cells for cells, _ in columns), strict=True))
    return cells, tuple(unit for _, unit in columns)


def _column(cells: Sequence[str]) -> tuple[tuple[Cell, ...], str]:
    """Return a column's cells, as numbers if all of them are numbers, and their unit."""
    known = [cell for cell in cells if cell]
    found = [MEASURE.fullmatch(cell) for cell in known]
    units = {one["before"] or one["unit"] or "" for one in found if one}
    if not known or not all(found) or len({unit.rstrip("s.") for unit in units}) > 1 or units & _months():
        return tuple(cell or None for cell in cells), ""
    numbers = _numbers([one["number"] for one in found if one])
    if numbers is None:
        return tuple(cell or None for cell in cells), ""
    values = iter(numbers)
    return tuple(next(values) if cell else None for cell in cells), max(units, key=len)


@cache
def _months() -> frozenset[str]:
    """Return the names of months as they may be written: '4 Dec' is not a measure."""
    return frozenset(
        form for name in table_of("month") for form in (name, name.title(), name.upper(), f"{name.title()}.")
    )


def _numbers(written: Sequence[str]) -> list[int | float] | None:
    """Return the numbers if all are written in one format, else None. Codes like 007 are not numbers."""
    if any(re.match(r"-?0\d", one) for one in written):
        return None
    if all(_NUMBER.fullmatch(one) for one in written):
        return [_number(one.replace(",", "")) for one in written]
    if all(_COMMA_NUMBER.fullmatch(one) or one.isdigit() for one in written):
        return [_number(one.replace(".", "").replace(",", ".")) for one in written]
    return None


def _number(text: str) -> int | float:
    value = float(text)
    return int(value) if value.is_integer() and "." not in text else value
