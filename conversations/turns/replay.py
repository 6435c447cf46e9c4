"""How the events of an ended turn are kept with it, and given again with the same numbers."""

from collections.abc import Sequence
from typing import Any

from agents.events import TextDelta
from conversations.protocol import data_of
from conversations.turns.eventlog import Entry


def compact(entries: Sequence[Entry]) -> list[list[Any]]:
    """Return a turn's events as JSON data to keep: `[seq, type, data]` each.

    Neighbouring text becomes one row `[seq, "text", text, cuts]`; `cuts` are `[seq, end]` of each piece, so
    that a reader who resumes inside of it gets the rest and no more.
    """
    rows: list[list[Any]] = []
    for entry in entries:
        if not isinstance(entry.event, TextDelta):
            rows.append([entry.seq, entry.event.type, data_of(entry.event)])
        elif rows and rows[-1][1] == "text":
            row = rows[-1]
            row[0], row[2] = entry.seq, row[2] + entry.event.text
            row[3].append([entry.seq, len(row[2])])
        else:
            rows.append([entry.seq, "text", entry.event.text, [[entry.seq, len(entry.event.text)]]])
    return rows


def replay(rows: Sequence[Sequence[Any]], after: int) -> list[tuple[int, str, Any]]:
    """Return what `compact` kept after seq `after`, as (seq, type, data)."""
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
