"""The cases of `make bench`: processes, users and measurements."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bench import elsewhere, parts
from bench.stage import Stage

Part = Callable[[list[Stage], dict[int, int], Callable[[str], None]], Awaitable[None]]
_SHARED = "PostgreSQL and Redis"


@dataclass(frozen=True, slots=True)
class Case:
    """`turns`: questions per user, by the number of users. `seconds`: the timeout."""

    title: str
    stores: tuple[str, ...]
    processes: int
    turns: dict[int, int]
    parts: tuple[Part, ...]
    seconds: float


_MANY = {1: 30, 10: 8, 100: 3, 500: 2}
CASES = {
    "one": Case(
        title="One web process on SQLite",
        stores=("SQLite",),
        processes=1,
        turns={1: 30, 10: 8, 50: 4, 200: 3},
        parts=(parts.levels, parts.figures),
        seconds=270,
    ),
    "beside": Case(
        title="PostgreSQL beside SQLite, one web process each, turn about (wanted: 10 ms more at most)",
        stores=("SQLite", "PostgreSQL", _SHARED),
        processes=1,
        turns={1: 5},
        parts=(parts.stores_in_turn,),
        seconds=120,
    ),
    "two": Case(
        title="Two web processes over PostgreSQL and Redis",
        stores=(_SHARED,),
        processes=2,
        turns=_MANY,
        parts=(parts.levels, elsewhere.measure),
        seconds=310,
    ),
    "four": Case(
        title="Four web processes over PostgreSQL and Redis",
        stores=(_SHARED,),
        processes=4,
        turns=_MANY,
        parts=(parts.levels, elsewhere.measure),
        seconds=310,
    ),
}
