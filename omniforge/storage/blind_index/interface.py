"""What an index of blind words can do, whichever database it lies in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol
from uuid import UUID

from django.db import connection

CANDIDATES = 2_000  # rows that are looked at: the newest of those that have words of the question
Ranked = list[tuple[int, float]]  # ids of rows with their scores, best first


@dataclass(frozen=True, slots=True)
class Part:
    """A part of what a row says. `weight`: A to D, where it matters in which part a word stands."""

    name: str
    weight: str = ""
    bm25: float = 1.0


@dataclass(frozen=True, slots=True)
class Shape:
    """A table whose rows are found by tokens, and the parts that they have.

    The tokens lie in `<table>_words` on SQLite and in its column `terms` on PostgreSQL, both made by a
    migration. `there` is a join that leaves out what must not be found.
    """

    table: str
    parts: tuple[Part, ...]
    there: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row as tokens, one list for each of the table's parts."""

    row_id: int
    tokens: tuple[Sequence[str], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """Which rows of `owner` (columns and what stands in them) are wanted: those with any of `tokens`, and one
    token of each `scope`.
    """

    owner: Mapping[str, UUID]
    tokens: Sequence[str]
    scope: Sequence[Sequence[str]] = field(default=())


class Index(Protocol):
    """Where tokens lead to rows. What the table itself loses, the database forgets here by itself."""

    def add(self, entries: Sequence[Entry]) -> None:
        """Take in rows that have just been stored, in the order of their ids."""
        ...

    def counts(self, question: Question) -> list[int]:
        """Return for each token how many rows of the scope have it: about, or up to CANDIDATES."""
        ...

    def present(self, question: Question) -> set[str]:
        """Return which of the tokens any row of the owner has."""
        ...

    def best(self, question: Question, counts: Sequence[int], limit: int) -> Ranked:
        """Return the rows that answer best; `counts` are the tokens'."""
        ...

    def newest(self, question: Question, limit: int) -> list[int]:
        """Return the rows with the highest ids, the newest first."""
        ...


def rows_of(statement: str, *given: Any) -> list[Any]:
    """Return what a statement finds."""
    with connection.cursor() as cursor:
        cursor.execute(statement, given)
        return list(cursor.fetchall())
