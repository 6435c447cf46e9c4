"""Tables as Markdown, with all cells escaped to plain text."""

import re
from collections.abc import Iterable, Sequence

from omniforge.tables.cells import Cell

_MARKUP = re.compile(r"[\\`*\[\]<>|~]|(?<!\w)_|_(?!\w)")


def markdown_table(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return rows as a Markdown table. Numeric columns are right-aligned. Cells are escaped."""
    rows = list(rows)
    right = [_holds_numbers(row[place] for row in rows) for place in range(len(columns))]
    line = "| " + " | ".join("---:" if number else "---" for number in right) + " |"
    return "\n".join([markdown_row(columns), line, *map(markdown_row, rows)])


def markdown_row(cells: Iterable[Cell]) -> str:
    return f"| {' | '.join(map(plain, cells))} |"


def plain(cell: Cell) -> str:
    """Return a cell as one escaped line of Markdown."""
    text = "" if cell is None else str(cell).lower() if isinstance(cell, bool) else str(cell)
    return _MARKUP.sub(r"\\\g<0>", " ".join(text.split()))


def _holds_numbers(cells: Iterable[Cell]) -> bool:
    known = [cell for cell in cells if cell is not None]
    return bool(known) and all(isinstance(one, int | float) and not isinstance(one, bool) for one in known)
