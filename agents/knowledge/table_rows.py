"""Calculates over a table's rows in a document: a column's sum, or its highest or lowest row."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from agents.knowledge.search import Looked
from intent.data_files import words_of
from intent.questions.asked import PRICE, Question
from intent.questions.rows import figure_of, find_measure, is_total, stems_asked
from intent.sentences.telling_words import is_light
from omniforge.projects.kinds import Kind
from omniforge.projects.search import Hit
from omniforge.projects.search.sentences import sentences_of
from omniforge.projects.search.words import stems
from omniforge.tables.markdown import plain

_SEVERAL = 2  # rows

Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RowsAnswer:
    """The result for rows, as a reply, with their passage."""

    text: str
    hit: Hit


def answer_from_rows(looked: Looked) -> RowsAnswer | None:
    """Return the answer about a column of the one table that has it, or None for other questions."""
    if len(looked.parts) != 1:
        return None
    part = looked.parts[0][0]
    way = find_measure(part.text)
    tables = [(hit, _rows(hit)) for hit in _whole(looked.hits)] if way else []
    found = [
        (hit, rows, column)
        for hit, rows in tables
        for column in _columns(rows, part.text)
        if _is_of_all(part, hit, rows, way)
    ]
    if len(found) != 1:
        return None
    hit, rows, column = found[0]
    return RowsAnswer(_sum(rows, column) if way == "sum" else _extreme(rows, column, way), hit)


def is_part(looked: Looked, quotes: Iterable[str]) -> bool:
    """Return whether quotes are single rows although the sum or extreme of all is asked for."""
    asks = any(find_measure(part.text) for part, _ in looked.parts)
    rows = {row for hit in looked.hits if "|" in hit.text for row in sentences_of(hit.text) if ": " in row}
    said = [one for one in quotes if one in rows]
    return asks and bool(said) and not any(map(is_total, said))


def _is_of_all(part: Question, hit: Hit, rows: Sequence[Row], way: str) -> bool:
    """Return whether a question covers all rows: no word of it selects some, or might."""
    known = stems(" ".join((hit.title, hit.heading, *hit.path, *rows[0])))
    asking = stems(" ".join(words_of("questions", way)))
    rest = {one for one in part.words if not is_light(one)}.difference(known, asking, (PRICE,))
    cells = set(stems(" ".join(cell for row in rows for cell in row.values())))
    return not rest or (way != "sum" and rest == {part.key} and part.key not in cells)


def _whole(hits: Iterable[Hit]) -> list[Hit]:
    """Return the passages that contain their whole table."""
    shown = [hit for hit in hits if hit.kind is Kind.DOCUMENT]
    return [hit for hit in shown if "|" not in hit.before and "|" not in hit.after]


def _rows(hit: Hit) -> list[Row]:
    """Return the rows of a passage's table, cells by column, empty if it has no table, or two."""
    lines = [one for one in hit.text.splitlines() if one.lstrip().startswith("|")]
    sentences = sentences_of("\n".join(lines)) if lines else []
    cells: list[Row] = [
        dict(part.split(": ", 1) for part in one.split("; ") if ": " in part) for one in sentences
    ]
    is_one = len(cells) >= _SEVERAL and len({tuple(row) for row in cells}) == 1
    return cells if is_one and not any(is_total(" ".join(row.values())) for row in cells) else []


def _columns(rows: Sequence[Row], question: str) -> list[str]:
    """Return the number columns that a question names."""
    words = stems_asked(question)
    named = [one for one in (rows[0] if rows else ()) if stems(one) and words.issuperset(stems(one))]
    return [one for one in named if _are_alike(list(map(figure_of, (row[one] for row in rows))))]


def _are_alike(figures: Sequence[tuple[str, Decimal] | None]) -> bool:
    """Return whether all are figures of the same currency."""
    return None not in figures and len({figure[0] for figure in figures if figure}) == 1


def _figures(rows: Sequence[Row], column: str) -> list[tuple[str, Decimal]]:
    return [figure for row in rows if (figure := figure_of(row[column]))]


def _sum(rows: Sequence[Row], column: str) -> str:
    figures = _figures(rows, column)
    signs = {sign for sign, _ in figures}
    total = sum((value for _, value in figures), Decimal(0))
    sign = signs.pop() if len(signs) == 1 else ""
    return f"{plain(column)}, {len(rows)} rows: **{sign}{total:,f}** in total."


def _extreme(rows: Sequence[Row], column: str, way: str) -> str:
    values = [value for _, value in _figures(rows, column)]
    best = max(values) if way == "most" else min(values)
    found = [row for row, value in zip(rows, values, strict=True) if value == best]
    lines = ["; ".join(f"{plain(name)}: {plain(cell)}" for name, cell in row.items()) for row in found]
    return lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)
