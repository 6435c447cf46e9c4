"""Events with each series shown once: its first occurrence and its next few dates."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from omniforge.calendar.appointment import Appointment

_NEXT = 4  # further dates shown


class Told(NamedTuple):
    """An event, or a series' first occurrence with its next dates in `again`."""

    event: Appointment
    again: Sequence[str] = ()


def collapse_series(events: Sequence[Appointment]) -> list[Told]:
    """Return events in order, with each series once."""
    occurrences: dict[str, list[Appointment]] = {}
    for one in events:
        occurrences.setdefault(one.series or one.id, []).append(one)
    return [Told(first, _again(rest)) for first, *rest in occurrences.values()]


def each_occurrence(events: Sequence[Appointment]) -> list[Told]:
    """Return all events in order, with each series' rule at its first occurrence only."""
    first = {one.series: one.id for one in reversed(events)}
    return [Told(one if first[one.series] == one.id else replace(one, rule="")) for one in events]


def _again(rest: Sequence[Appointment]) -> list[str]:
    days = [f"{one.starts_at:%a %d %b}" for one in rest[:_NEXT]]
    return [*days, f"and {len(rest) - _NEXT} more"] if len(rest) > _NEXT else days
