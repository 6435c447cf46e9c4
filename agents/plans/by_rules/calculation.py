"""Reads what is to be worked out of a table into operations on it: 'sum the amounts by region'."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.matching import stem
from agents.tables.cells import Cell, as_number, identity, is_empty
from agents.tables.table import Table

_FUNCTIONS = {
    "sum": r"sums?|summed|total(?:s|led)?|add(?: up)?|altogether|in all",
    "mean": r"averages?|mean|avg|on average",
    "count": r"count(?:s|ed)?|how many|number of",
    "min": r"minimum|min|lowest|smallest|least|cheapest|earliest",
    "max": r"maximum|max|highest|largest|biggest|greatest|most expensive|latest",
}
_MOST_OF = "largest|biggest|highest|smallest|lowest|cheapest|best"
_BEST = re.compile(
    rf"\b(?:(?:top|first|{_MOST_OF})\s+(?P<n>\d{{1,3}})|(?P<before>\d{{1,3}}) (?:{_MOST_OF}))\b", re.I
)
_WORKED = (
    r"sums?(?! up)|sum up (?:the|all) (?:amounts?|numbers|values)|totals?|add up|averages?|(?<!you )mean|"
    rf"count|how many|maximum|minimum|sort(?:ed)?|group(?:ed)?|top \d+|{_MOST_OF}"
)
_OF = "by|per|for each|columns?|rows?|lines?|entries|records|amounts?|numbers|values"
IN_A_TABLE = re.compile(rf"\b(?:{_WORKED})\b.*\b(?:{_OF})\b", re.I | re.S)
CALCULATES = re.compile(
    rf"{IN_A_TABLE.pattern}|\b(?:sum|total|average|mean)\s+(?:of (?:the|all|each)|up all)\b|"
    rf"\b(?:what|which|show|list|give)\b.*\b(?:totals?|sum|average|top \d+|{_MOST_OF})\b|"
    r"^(?:the )?(?:total|sum|average|mean)\b(?! up)",
    re.I | re.S,
)
_BY = re.compile(
    r"\b(?:by|per|for each|in each|of each)\s+(?P<by>[\w -]+?)"
    r"(?=$|[,.?!;]|\s+(?:and|in|as|into|with|where|for|from|please)\b)",
    re.I,
)
_SORT = re.compile(r"\bsort(?:ed)?\b", re.I)
_DOWN = re.compile(
    r"\b(?:descending|desc|falling|highest first|largest first|top|largest|biggest|highest|best)\b", re.I
)
_UP = re.compile(r"\b(?:smallest|lowest|cheapest|ascending)\b", re.I)
_TOTAL_ROW = re.compile(r"(?:grand |sub)?(?:total|sum|summe|gesamt)s?:?", re.I)
_TOLD_APART = 200  # different values of a column that may be named in a task
_WORDS = {"sum": "Sum", "mean": "Average", "min": "Least", "max": "Greatest"}


@dataclass(frozen=True, slots=True)
class Calculation:
    """Operations as the tool `work_on_table` takes them, and what they come to in words."""

    operations: tuple[Mapping[str, Any], ...]
    words: str


def read_calculation(task: str, table: Table) -> Calculation | None:
    """Return what a task wants worked out; None where it does not tell of which column."""
    groups, rest = _grouping(task, table)
    kept, notes = _kept_rows(task, table, groups)
    wanted = _sorting(task, rest, table, groups) or _aggregate(rest, table, groups)
    if wanted is None:
        return None
    return Calculation((*kept, *wanted.operations), ". ".join([wanted.words, *notes]) + ".")


def _grouping(task: str, table: Table) -> tuple[list[str], str]:
    """Return the columns after 'by' and the task without them."""
    found = _BY.search(task)
    if not found:
        return [], task
    columns = _named(found["by"], table.columns)
    return columns, f"{task[: found.start()]} {task[found.end() :]}" if columns else task


def _sorting(task: str, rest: str, table: Table, by: Sequence[str]) -> Calculation | None:
    """Return an order of rows: by a column, or the so many of them that have most or least of something."""
    best = _BEST.search(task)
    if not best and not _SORT.search(task):
        return None
    numbers = _numeric(table)
    column = next(iter([*by, *_named(rest, numbers), *(numbers if len(numbers) == 1 else ())]), None)
    if column is None:
        return None
    down = bool(_DOWN.search(task)) and not _UP.search(task)
    operations: list[Mapping[str, Any]] = [{"do": "sort", "by": [column], "descending": down}]
    if best:
        operations.append({"do": "limit", "rows": int(best["n"] or best["before"])})
    return Calculation(tuple(operations), f"In order of {column}{', the greatest first' if down else ''}")


def _aggregate(task: str, table: Table, groups: Sequence[str]) -> Calculation | None:
    values = _values(_function(task), task, [name for name in _numeric(table) if name not in groups])
    if not values:
        return None
    each = f" by {' and '.join(groups)}" if groups else ""
    operation = {"do": "group", "by": list(groups), "compute": values}
    return Calculation((operation,), " and ".join(one["name"] for one in values) + each)


def _values(function: str, task: str, numbers: Sequence[str]) -> list[dict[str, str]]:
    """Return what is worked out of each group: of the columns named, or of the only one with numbers."""
    if function == "count":
        return [{"function": function, "name": "Number of rows"}]
    named = _named(task, numbers) or (numbers if len(numbers) == 1 else [])
    word = _WORDS[function]
    return [{"function": function, "column": name, "name": f"{word} of {name}"} for name in named]


def _function(task: str) -> str:
    """Return the first function that a task names; things by group are counted where it names none."""
    places = {
        name: found.start()
        for name, words in _FUNCTIONS.items()
        if (found := re.search(rf"\b(?:{words})\b", task, re.I))
    }
    return min(places, key=places.__getitem__) if places else "count"


def _kept_rows(task: str, table: Table, groups: Sequence[str]) -> tuple[list[Mapping[str, Any]], list[str]]:
    """Return filters, with a word on each: no row of totals, and the values that the task names."""
    kept: list[Mapping[str, Any]] = []
    notes = []
    for place, column in enumerate(table.columns):
        values = {identity(row[place]) for row in table.rows if isinstance(row[place], str)}
        for total in sorted(value for value in values if _TOTAL_ROW.fullmatch(value)):
            kept.append({"do": "filter", "column": column, "test": "not_equals", "value": total})
            notes.append(f"The row '{total}' is left out")
        named = [value for value in values if _is_named(value, task)] if len(values) <= _TOLD_APART else []
        if named and column not in groups:
            kept.append({"do": "filter", "column": column, "test": "one_of", "values": sorted(named)})
            notes.append(f"Only rows whose {column} is {' or '.join(sorted(named))}")
    return kept, notes


def _is_named(value: str, task: str) -> bool:
    return (
        len(value) > 2
        and as_number(value) is None
        and not _TOTAL_ROW.fullmatch(value)
        and bool(re.search(rf"(?<!\w){re.escape(value)}(?!\w)", task, re.I))
    )


def _numeric(table: Table) -> list[str]:
    """Return the columns that hold numbers and nothing else."""
    return [
        name for place, name in enumerate(table.columns) if _are_numbers([row[place] for row in table.rows])
    ]


def _are_numbers(cells: Sequence[Cell]) -> bool:
    known = [cell for cell in cells if not is_empty(cell)]
    return bool(known) and all(as_number(cell) is not None for cell in known)


def _named(text: str, columns: Sequence[str]) -> list[str]:
    """Return the columns that a text names, in its order, singular or plural."""
    said = [stem(word) for word in re.findall(r"[^\W_]+", text.lower())]
    places = {column: _place(_stems(column), said) for column in columns}
    found = [column for column in columns if places[column] is not None]
    return sorted(found, key=lambda column: (places[column] or 0, -len(_stems(column))))


def _stems(column: str) -> list[str]:
    return [stem(word) for word in re.findall(r"[^\W_]+", column.lower())]


def _place(words: Sequence[str], said: Sequence[str]) -> int | None:
    """Return where all words of a column's name stand together, or None."""
    width = len(words)
    starts = (
        start for start in range(len(said) - width + 1) if list(said[start : start + width]) == list(words)
    )
    return next(starts, None) if words else None
