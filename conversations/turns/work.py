"""Agents' work in a turn, stored with its answer: earlier answers are shown from this.

The turn's own events have the same with untruncated texts.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from agents.events import (
    ApprovalAsked,
    Event,
    FileWritten,
    PlanMade,
    Source,
    SourcesCited,
    StepChanged,
    ToolAnswered,
    ToolCalled,
)
from conversations.wire.protocol import data_of

_LONGEST = 1_000  # characters per text in arguments and results: a page of messages contains many
_Rows = list[dict[str, Any]]


def record_work(metadata: dict[str, Any], event: Event) -> None:
    """Fold one event into an answer's `metadata`: `plan`, `steps`, `tools`, `approvals`, `files` or
    `sources`.

    The last plan and the last state of each step are kept. A call and its result become one row.
    """
    match event:
        case PlanMade():
            metadata["plan"] = data_of(event)
        case StepChanged():
            _put(metadata.setdefault("steps", []), "step_id", data_of(event))
        case ToolCalled() | ToolAnswered():
            _put(metadata.setdefault("tools", []), "call_id", data_of(event))
        case ApprovalAsked():
            _put(metadata.setdefault("approvals", []), "approval_id", data_of(event))
        case FileWritten():
            metadata.setdefault("files", []).append(asdict(event.file))
        case SourcesCited():
            for source in event.sources:
                _cite(metadata.setdefault("sources", []), source)


def _put(rows: _Rows, key: str, data: Mapping[str, Any]) -> None:
    """Merge `data` into the row of the same `key`, or append it."""
    short = _shortened(data)
    row = next((row for row in rows if row[key] == data[key]), None)
    if row is None:
        rows.append(short)
    else:
        row.update(short)


def _cite(rows: _Rows, source: Source) -> None:
    """Add a source, unless the same place is listed already."""
    if all((row["link"] or row["title"]) != (source.link or source.title) for row in rows):
        rows.append(asdict(source))


def _shortened(value: Any) -> Any:
    """Return JSON data with long texts truncated and marked by an ellipsis."""
    match value:
        case str() if len(value) > _LONGEST:
            return value[:_LONGEST] + "…"
        case Mapping():
            return {key: _shortened(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_shortened(inner) for inner in value]
    return value
