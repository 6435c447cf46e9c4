"""Cells: their values as numbers, and their order."""

import re
from decimal import Decimal
from typing import Annotated, Any

import orjson
from pydantic import PlainValidator, WithJsonSchema

_NUMBER = re.compile(
    r"[€$£]?\s*(?P<sign>[-−])?[€$£]?\s*(?P<digits>\d{1,3}(?:,\d{3})+|\d+)(?P<part>\.\d+)?\s*[€$£%]?"
)


def _read(value: Any) -> Any:
    """Keep texts, numbers, booleans and None. Convert anything else to JSON."""
    return value if value is None or isinstance(value, str | int | float) else orjson.dumps(value).decode()


Cell = Annotated[
    str | int | float | None,
    PlainValidator(_read),
    WithJsonSchema({"type": ["string", "number", "boolean", "null"]}),
]
Order = tuple[int, Decimal, str]


def is_empty(cell: Cell) -> bool:
    """Return whether a cell is empty or white space."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def as_number(cell: Cell) -> Decimal | None:
    """Return a cell as a number, also for '1,200.50 €' and '15%' (15), or None for everything else."""
    if isinstance(cell, bool) or cell is None:
        return None
    if isinstance(cell, int | float):
        return Decimal(str(cell))
    match = _NUMBER.fullmatch(cell.strip())
    if not match:
        return None
    value = Decimal(match["digits"].replace(",", "") + (match["part"] or ""))
    return -value if match["sign"] else value


def as_cell(value: Decimal) -> int | float:
    """Return a number as a cell."""
    return int(value) if value == value.to_integral_value() else float(value)


def order(cell: Cell) -> Order:
    """Return a sort key: numbers by value, then texts case-insensitively."""
    number = as_number(cell)
    return (0, number, "") if number is not None else (1, Decimal(0), identity(cell).casefold())


def identity(cell: Cell) -> str:
    """Return the key that equates cells in groups and joins: '007' is not 7, but '7' is."""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return "" if cell is None else str(cell).strip()
