"""The index in SQLite: an FTS5 table beside the rows, ranked by bm25."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import orjson
from django.db import connection

from omniforge.storage.blind_index.interface import CANDIDATES, Entry, Question, Ranked, Shape, rows_of

_ADD = "INSERT INTO {words} (rowid, {parts}) VALUES (%s{places})"
_COUNT = "SELECT count(*) FROM (SELECT 1 FROM {words} WHERE {words} MATCH %s LIMIT %s)"
_PRESENT = """
SELECT value FROM json_each(%s) WHERE EXISTS (SELECT 1 FROM {words} WHERE {words} MATCH value)"""
_FOUND = """
SELECT found.id{score} FROM {words} AS words
JOIN {table} AS found ON found.id = words.rowid AND {owner} {there}
WHERE {words} MATCH %s ORDER BY words.rowid DESC LIMIT %s"""
_BEST = "SELECT id, -score FROM ({found}) ORDER BY round(score, 9), id DESC LIMIT %s"


class SqliteIndex:
    """An FTS5 table with its own content. A trigger removes deleted rows."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._names = {"table": shape.table, "words": f"{shape.table}_words", "there": shape.there}

    def add(self, entries: Sequence[Entry]) -> None:
        parts = self._shape.parts
        names = ", ".join(part.name for part in parts)
        rows: list[tuple[Any, ...]] = [(entry.row_id, *map(" ".join, entry.tokens)) for entry in entries]
        with connection.cursor() as cursor:
            cursor.executemany(self._say(_ADD, parts=names, places=", %s" * len(parts)), rows)

    def counts(self, question: Question) -> list[int]:
        count = self._say(_COUNT)
        matches = (_match(*question.scope, [token]) for token in question.tokens)
        return [rows_of(count, match, CANDIDATES)[0][0] for match in matches]

    def present(self, question: Question) -> set[str]:
        """Needs no owner filter: owners have no tokens in common."""
        rows = rows_of(self._say(_PRESENT), orjson.dumps(list(question.tokens)).decode())
        return {token for (token,) in rows}

    def best(self, question: Question, counts: Sequence[int], limit: int) -> Ranked:
        weights = ", ".join(str(part.bm25) for part in self._shape.parts)
        score = f", bm25({self._names['words']}, {weights}) AS score"
        return rows_of(
            _BEST.format(found=self._found(question.owner, score)), *_asked(question, CANDIDATES), limit
        )

    def newest(self, question: Question, limit: int) -> list[int]:
        return [row_id for (row_id,) in rows_of(self._found(question.owner), *_asked(question, limit))]

    def _found(self, owner: Mapping[str, UUID], score: str = "") -> str:
        whose = " AND ".join(f"found.{column} = %s" for column in owner)
        return self._say(_FOUND, owner=whose, score=score)

    def _say(self, statement: str, **more: str) -> str:
        return statement.format(**self._names, **more)


def _asked(question: Question, limit: int) -> tuple[Any, ...]:
    match = _match(*question.scope, question.tokens)
    return *(one.hex for one in question.owner.values()), match, limit


def _match(*choices: Sequence[str]) -> str:
    """Return a query for one token of each group."""
    return " AND ".join(f"({' OR '.join(tokens)})" for tokens in choices)
