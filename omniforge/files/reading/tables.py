"""Tables as Markdown: a CSV file, or a workbook with a heading above each sheet."""

from collections.abc import Iterable, Iterator, Sequence

from omniforge.files.errors import Unreadable
from omniforge.files.reading.excerpt import Value
from omniforge.files.reading.text import decode, rows_of
from omniforge.tables.markdown import markdown_table

_LARGEST = 100_000  # cells; more would exceed a document's limit


def table_of_csv(content: bytes) -> str:
    """Return a file of separated values as a Markdown table. Raises Unreadable."""
    return _table(rows_of(decode(content)))


def tables_of_sheets(sheets: Iterable[tuple[str, Iterable[Sequence[Value]]]]) -> str:
    """Return the non-empty sheets, each below its name. Raises Unreadable."""
    tables = [(name, _table(rows)) for name, rows in sheets]
    filled = [(name, table) for name, table in tables if table]
    if len(filled) == 1:
        return filled[0][1]
    return "\n\n".join(f"## {name}\n\n{table}" for name, table in filled)


def _table(rows: Iterable[Sequence[Value]]) -> str:
    filled = list(_filled(rows))
    if not filled:
        return ""
    width = max(map(len, filled))
    header, *rest = [[*row, *[None] * (width - len(row))] for row in filled]
    return markdown_table(["" if cell is None else str(cell) for cell in header], rest)


def _filled(rows: Iterable[Sequence[Value]]) -> Iterator[list[Value]]:
    """Yield the non-empty rows without trailing empty cells."""
    cells = 0
    for row in rows:
        kept = list(row)
        while kept and kept[-1] in (None, ""):
            kept.pop()
        cells += len(kept)
        if cells > _LARGEST:
            raise Unreadable(f"This has more than {_LARGEST:,} cells. Import a part of it.")
        if kept:
            yield kept
