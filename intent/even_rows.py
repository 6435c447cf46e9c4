"""Lines of values that get as many cells as the rows around them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from intent.typed_cells import MEASURE

_LEAST_WIDE = 3  # cells of a row that another one is fitted to
_UNEVEN = (",", "-")  # kinds of lines in which a value may hold the mark, or be left out


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a message at `start` to `end`. `kind` is the mark between its cells, empty for a sentence."""

    kind: str
    cells: tuple[str, ...]
    said: str
    start: int
    end: int


def make_even(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield lines. A last cell with commas becomes one cell; a row that lacks cells gets empty ones."""
    for kind, group in groupby(_joined(lines), key=lambda line: line.kind):
        rows = list(group)
        yield from _filled(rows) if kind in _UNEVEN else rows


def _joined(lines: Sequence[Line]) -> Iterator[Line]:
    above: Line | None = None
    for line in lines:
        above = _as_wide(line, above) if above else line
        yield above


def _as_wide(line: Line, above: Line) -> Line:
    width = len(above.cells)
    if line.kind not in _UNEVEN or line.kind != above.kind or not _LEAST_WIDE <= width < len(line.cells):
        return line
    cells = (*line.cells[: width - 1], ", ".join(line.cells[width - 1 :]))
    sorts = ([bool(MEASURE.fullmatch(one)) for one in each] for each in (cells, above.cells))
    return replace(line, cells=cells) if len({*map(tuple, sorts)}) == 1 else line


def _filled(rows: Sequence[Line]) -> Sequence[Line]:
    """Return rows of which each begins with a name and ends with a figure in one width."""
    width = max(len(row.cells) for row in rows)
    fits = width >= _LEAST_WIDE and all(_is_figured(row) for row in rows[1:]) and len(rows[0].cells) > 1
    has_head = len(rows[0].cells) == width or _is_figured(rows[0])
    return [_fill(row, width) for row in rows] if fits and has_head else rows


def _is_figured(row: Line) -> bool:
    *names, last = row.cells
    return bool(names and MEASURE.fullmatch(last)) and not MEASURE.fullmatch(names[0])


def _fill(row: Line, width: int) -> Line:
    *before, last = row.cells
    return replace(row, cells=(*before, *("",) * (width - len(row.cells)), last))
