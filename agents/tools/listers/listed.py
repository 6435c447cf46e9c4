"""What a list is asked for, and what it gives."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from agents.tools.listers.conditions import Conditions
from agents.tools.rows import Row

EVERYWHERE, WORKSPACE = "all projects", "the workspace"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which rows; `start` counts from 0."""

    kind: str
    conditions: Conditions
    project: str
    order: str
    start: int
    limit: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of rows, of `total` that fit."""

    within: str
    rows: Sequence[Row]
    total: int


def page(within: str, found: Sequence[Any], wanted: Wanted, row: Callable[[Any], Row]) -> Listed:
    shown = found[wanted.start : wanted.start + wanted.limit]
    return Listed(within, [row(one) for one in shown], len(found))
