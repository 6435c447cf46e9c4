"""In which shape a result is wanted: as a table, as a file, with which columns, how many rows."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_SPREADSHEET = re.compile(r"\b(?:excel|xlsx?|spread ?sheet|workbook)\b", re.I)
_CSV = re.compile(r"\bcsv\b", re.I)
_TABLE = re.compile(r"\btable\b", re.I)
_COLUMNS = re.compile(
    r"\b(?:with|columns?:?|showing)\s+(?:the\s+)?(?:columns?\s+)?"
    r"(?P<names>[\w ]{1,80}(?:,\s*(?:and\s+)?[\w ]{1,80})+|\w+ and \w+)",
    re.I,
)
_NUMBER = re.compile(
    r"\b(?:top|first|best|find|get|list)\s+(?P<number>\d{1,2})\b|\b(?P<before>\d{1,2})\s+(?:best|top)\b", re.I
)
_CUT = re.compile(
    r",?\s*\b(?:and|then)?\s*(?:make|create|give me|put|write|export|save)\b"
    r"[^.]*\b(?:excel|xlsx?|spread ?sheet|workbook|csv|table)\b.*$",
    re.I | re.S,
)
# What people call the columns of what a search finds.
_ALIASES = {
    "title": ("name", "title", "song", "restaurant", "product", "page", "result", "company"),
    "link": ("link", "url", "address of the page", "website", "web site"),
    "published": ("date", "published", "day", "when"),
    "text": ("description", "summary", "text", "about"),
}


@dataclass(frozen=True, slots=True)
class Shape:
    """What is wanted of a result. `columns` are in the order asked for; none: as it comes."""

    spreadsheet: bool = False
    csv: bool = False
    table: bool = False
    columns: tuple[str, ...] = ()
    number: int | None = None


def read_shape(task: str) -> Shape:
    """Return the shape that a task asks for."""
    number = _NUMBER.search(task)
    named = _COLUMNS.search(task)
    wants_columns = bool(_SPREADSHEET.search(task) or _CSV.search(task) or _TABLE.search(task))
    return Shape(
        spreadsheet=bool(_SPREADSHEET.search(task)),
        csv=bool(_CSV.search(task)),
        table=bool(_TABLE.search(task)),
        columns=_names(named["names"]) if named and wants_columns else (),
        number=int(number["number"] or number["before"]) if number else None,
    )


def subject(task: str) -> str:
    """Return what a task is about, without the shape that it wants."""
    return _CUT.sub("", task).strip(" .,")


def in_columns(
    rows: Sequence[Mapping[str, Any]], wanted: Sequence[str]
) -> tuple[list[dict[str, Any]], list[str]]:
    """Return rows with the wanted columns in their order, and those of them of which nothing is known."""
    sources = {name: _source(name, rows) for name in wanted}
    made = [{name: row.get(source) for name, source in sources.items()} for row in rows]
    unknown = [name for name in wanted if all(row[name] in (None, "") for row in made)]
    return made, unknown


def not_known(unknown: Sequence[str]) -> str:
    """Say of which columns nothing is known."""
    return f"\n\nNothing is known of: {', '.join(unknown)}." if unknown else ""


def _names(text: str) -> tuple[str, ...]:
    parts = re.split(r",\s*(?:and\s+)?|\s+and\s+", text.strip())
    return tuple(part.strip() for part in parts if part.strip())


def _source(name: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the field of the rows that a person calls by this name, or an empty string."""
    known = {key.lower().replace("_", " "): key for row in rows for key in row}
    folded = name.lower().replace("_", " ")
    if folded in known:
        return known[folded]
    for key, words in _ALIASES.items():
        if key in known and any(word in folded.split() or word == folded for word in words):
            return key
    return ""
