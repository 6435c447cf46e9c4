"""The content of an attached file, as far as rules use it: a table, or text."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.handlers.task import Task
from omniforge.files.attached import AttachedFile
from omniforge.tables.cells import Cell, as_cell, as_number, is_empty
from omniforge.tables.markdown import markdown_table
from omniforge.tables.table import MOST_ROWS, Table

_COLUMNS = 100
_WRITTEN = re.compile(r"[-−]?(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,14}|0)(?:\.\d+)?")
_LINE = re.compile(r"^\s*\|(?P<cells>.+)\|\s*$")
_RULE = re.compile(r"[\s|:-]+")
_PAIR = re.compile(r"^\s*[-*•]?\s*(?P<name>[^\n:|]{1,60}):\s+(?P<value>\S.*)$")
_MARK = re.compile(r"^\[page \d+\]$|^#+\s*|^\s*[-*•]\s+")


@dataclass(frozen=True, slots=True)
class Contents:
    """A file's table, if it has one, else its text. `note` says what was not read."""

    name: str
    table: Table | None
    text: str
    note: str = ""

    def as_table(self) -> Table | None:
        """Return the file as a table: its own, the one in its text, its 'name: value' lines, or its lines."""
        return self.table or _table_in(self.text) or _lines(self.text)

    def as_text(self) -> str:
        """Return its text, a table as Markdown."""
        return markdown_table(self.table.columns, self.table.rows) if self.table else self.text


async def contents_of(task: Task, file: AttachedFile, most: int) -> Contents:
    """Read a file, at most `most` excerpts. Raises ToolFailed."""
    given = [one async for one in _excerpts(task, file, most)]
    rows = [row for one in given for row in one.get("rows") or ()]
    columns = given[0].get("columns")
    table = _table(columns, rows[:MOST_ROWS]) if columns else None
    notes = [*(one.get("note") or "" for one in given), _left_out(given[-1], min(len(rows), MOST_ROWS))]
    text = "\n".join(one.get("text") or "" for one in given)
    return Contents(file.name, table, text, " ".join(dict.fromkeys(filter(None, notes))))


async def _excerpts(task: Task, file: AttachedFile, most: int) -> Any:
    start: int | None = 1
    for _ in range(most):
        given = await task.call("read", ref=str(file.id), kind="file", start=start)
        yield given
        if not (start := given.get("next_start")):
            return


def _left_out(last: Mapping[str, Any], rows: int) -> str:
    """Say how much was read, unless it was everything."""
    if not last.get("next_start"):
        return ""
    return f"Only the first {rows:,} rows were read." if rows else f"Only {last['shown']} was read."


def _table(columns: Sequence[Any], rows: Sequence[Sequence[Cell]]) -> Table:
    names = tuple(_named(columns[:_COLUMNS]))
    width = len(names)
    filled = [(*row[:width], *[None] * (width - len(row))) for row in rows]
    return Table(names, tuple(zip(*(_typed(cells) for cells in zip(*filled, strict=True)), strict=True)))


def _typed(cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return a column as numbers if all its cells are numbers. Codes like 007 are not."""
    known = [cell for cell in cells if not is_empty(cell)]
    if not all(isinstance(cell, str) and _WRITTEN.fullmatch(cell.strip()) for cell in known):
        return cells
    return [as_cell(number) if (number := as_number(cell)) is not None else None for cell in cells]


def _named(columns: Sequence[Any]) -> Iterator[str]:
    """Yield a name for each column. Missing and duplicate ones are numbered."""
    taken: Counter[str] = Counter()
    for number, value in enumerate(columns, 1):
        name = " ".join(str(value).split()) if value not in (None, "") else f"Column {number}"
        taken[name] += 1
        yield name if taken[name] == 1 else f"{name} ({number})"


def _table_in(text: str) -> Table | None:
    """Return the first table in a Markdown text."""
    rows: list[list[Cell]] = []
    for line in text.splitlines():
        found = _LINE.match(line)
        if found and not _RULE.fullmatch(line):
            rows.append([cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", found["cells"])])
        elif rows and not found:
            break
    return _table(rows[0], rows[1:]) if len(rows) > 1 else None


def _lines(text: str) -> Table | None:
    lines = [line for one in text.splitlines() if (line := _MARK.sub("", one).strip())]
    pairs = [found for line in lines if (found := _PAIR.match(line))]
    if len(pairs) > 1 and len(pairs) * 2 >= len(lines):
        return Table(("Name", "Value"), tuple((one["name"].strip(), one["value"].strip()) for one in pairs))
    return Table(("Text",), tuple((line,) for line in lines)) if lines else None
