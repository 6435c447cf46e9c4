"""The index in SQLite: an FTS5 table beside the passages, ranked by bm25."""

from collections.abc import Sequence
from uuid import UUID

import orjson
from django.db import connection

from omniforge.projects.search.index.interface import CANDIDATES, Entry, Question, Ranked

_ADD = "INSERT INTO projects_passage_words (rowid, heading, words, scope) VALUES (%s, %s, %s, %s)"
_COUNT = """
SELECT count(*) FROM (SELECT 1 FROM projects_passage_words WHERE projects_passage_words MATCH %s LIMIT %s)"""
_PRESENT = """
SELECT value FROM json_each(%s) WHERE EXISTS (
    SELECT 1 FROM projects_passage_words WHERE projects_passage_words MATCH value)"""
_BEST = """
SELECT id, -score FROM (
    SELECT passage.id, bm25(projects_passage_words, 3.0, 1.0, 0.0) AS score
    FROM projects_passage_words AS words
    JOIN projects_passage AS passage ON passage.id = words.rowid AND passage.tenant_id = %s
    JOIN projects_project AS project ON project.id = passage.project_id AND project.deleted_at IS NULL
    WHERE projects_passage_words MATCH %s ORDER BY words.rowid DESC LIMIT %s
) ORDER BY score LIMIT %s"""


class SqliteIndex:
    """An FTS5 table with its own content; a trigger forgets what is deleted (migration 0002)."""

    def add(self, entries: Sequence[Entry]) -> None:
        rows = [(e.passage_id, " ".join(e.heading), " ".join(e.text), " ".join(e.scope)) for e in entries]
        with connection.cursor() as cursor:
            cursor.executemany(_ADD, rows)

    def counts(self, question: Question) -> list[int]:
        return [self._count(_match(*question.scope, [token])) for token in question.tokens]

    def present(self, tenant_id: UUID, tokens: Sequence[str]) -> set[str]:
        with connection.cursor() as cursor:  # no two tenants have a token in common
            cursor.execute(_PRESENT, [orjson.dumps(list(tokens)).decode()])
            return {token for (token,) in cursor.fetchall()}

    def best(self, question: Question, counts: Sequence[int], limit: int) -> Ranked:
        asked = question.tenant_id.hex, _match(*question.scope, question.tokens), CANDIDATES, limit
        with connection.cursor() as cursor:
            cursor.execute(_BEST, asked)
            return list(cursor.fetchall())

    def _count(self, match: str) -> int:
        with connection.cursor() as cursor:
            cursor.execute(_COUNT, (match, CANDIDATES))
            return int(cursor.fetchone()[0])


def _match(*choices: Sequence[str]) -> str:
    """Return a query for one token of each of the choices."""
    return " AND ".join(f"({' OR '.join(tokens)})" for tokens in choices)
