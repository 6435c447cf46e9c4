"""Storing the events of an ended turn, and replaying them with the same numbers."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from agents.events import TextDelta


class Numbered(Protocol):
    """An event of a log."""

    @property
    def seq(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def data(self) -> dict[str, Any]: ...


def compact(entries: Iterable[Numbered]) -> list[list[Any]]:
    """Return a turn's events as JSON data: `[seq, type, data]` each.

    Adjacent text becomes one row `[seq, "text", text, cuts]`. `cuts` are `[seq, end]` of each piece, so
    that a reader who resumes inside it gets exactly the rest.
    """
    rows: list[list[Any]] = []
    for entry in entries:
        if entry.kind != TextDelta.type:
            rows.append([entry.seq, entry.kind, entry.data])
        elif rows and rows[-1][1] == "text":
            row = rows[-1]
            row[0], row[2] = entry.seq, row[2] + entry.data["text"]
            row[3].append([entry.seq, len(row[2])])
        else:
            text = entry.data["text"]
            rows.append([entry.seq, "text", text, [[entry.seq, len(text)]]])
    return rows


def replay(rows: Sequence[Sequence[Any]], after: int) -> list[tuple[int, str, Any]]:
    """Return the events of `compact` after seq `after`, as (seq, type, data)."""
    events: list[tuple[int, str, Any]] = []
    for row in rows:
        if row[0] <= after:
            continue
        if row[1] == "text":
            start = max((end for seq, end in row[3] if seq <= after), default=0)
            events.append((row[0], TextDelta.type, {"text": row[2][start:]}))
        else:
            events.append((row[0], row[1], row[2]))
    return events
