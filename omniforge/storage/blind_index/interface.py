"""The interface of blind indexes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol
from uuid import UUID

from django.db import connection

CANDIDATES = 2_000  # rows ranked per search: the newest that contain words of the question
Ranked = list[tuple[int, float]]  # ids of rows with their scores, best first


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a row's text. `weight`: A to D, if matches in it rank differently."""

    name: str
    weight: str = ""
    bm25: float = 1.0


@dataclass(frozen=True, slots=True)
class Shape:
    """A table whose rows are found by tokens, and the parts of its rows.

    The tokens are in `<table>_words` on SQLite and in its column `terms` on PostgreSQL, both created by a
    migration. `there` is a join that excludes rows that must not be found.
    """

    table: str
    parts: tuple[Part, ...]
    there: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row as tokens, one list per part."""

    row_id: int
    tokens: tuple[Sequence[str], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A query for rows of `owner` (columns with their values): those with any of `tokens`, and one
    token of each `scope`.
    """

    owner: Mapping[str, UUID]
    tokens: Sequence[str]
    scope: Sequence[Sequence[str]] = field(default=())


class Index(Protocol):
    """Maps tokens to rows. Deleting a row of the table deletes its tokens, in the database."""

    def add(self, entries: Sequence[Entry]) -> None:
        """Index new rows, in order of their ids."""
        ...

    def counts(self, question: Question) -> list[int]:
        """Return for each token how many rows of the scope have it: approximately, or up to CANDIDATES."""
        ...

    def present(self, question: Question) -> set[str]:
        """Return which of the tokens any row of the owner has."""
        ...

    def best(self, question: Question, counts: Sequence[int], limit: int) -> Ranked:
        """Return the best matching rows. `counts` are the tokens' row counts."""
        ...

    def newest(self, question: Question, limit: int) -> list[int]:
        """Return the rows with the highest ids, the newest first."""
        ...


def rows_of(statement: str, *given: Any) -> list[Any]:
    """Run a statement and return its rows."""
    with connection.cursor() as cursor:
        cursor.execute(statement, given)
        return list(cursor.fetchall())
