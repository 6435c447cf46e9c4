"""The order of day and month in figures: 12/3 is 12 March, and in America 3 December."""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from functools import cache
from importlib.resources import files

_month_first = ContextVar("month_first", default=False)


@contextmanager
def figures_of(now: datetime) -> Iterator[None]:
    """Within the block, read figures in the order usual in the time zone of `now`."""
    token = _month_first.set(_is_american(getattr(now.tzinfo, "key", None) or ""))
    try:
        yield
    finally:
        _month_first.reset(token)


def in_order(one: int, other: int) -> list[tuple[int, int]]:
    """Return the possible (day, month) of two figures, likelier first. A figure over 12 is no month."""
    ways = [(one, other), (other, one)]
    return [(day, month) for day, month in (reversed(ways) if _month_first.get() else ways) if month <= 12]


@cache
def _is_american(zone: str) -> bool:
    return any(zone == one or (one.endswith("/") and zone.startswith(one)) for one in _zones())


@cache
def _zones() -> tuple[str, ...]:
    file = files("intent") / "slots" / "data" / "zones.toml"
    return tuple(tomllib.loads(file.read_text(encoding="utf-8"))["month_first"])
