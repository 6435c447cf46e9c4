"""The index in PostgreSQL: a tsvector beside each passage under a GIN index, ranked by rare words first."""

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import Any
from uuid import UUID

from django.db import connection

from omniforge.projects.search.index.interface import CANDIDATES, Entry, Question, Ranked

_ADD = "UPDATE projects_passage SET terms = %s::tsvector WHERE id = %s"
_COUNTS = """
SELECT (SELECT reltuples FROM pg_class WHERE oid = 'projects_passage'::regclass), count(*), {counts} FROM (
    SELECT terms FROM projects_passage WHERE tenant_id = %s {scope} ORDER BY id DESC LIMIT %s
) AS newest"""
_HAVING = "count(*) FILTER (WHERE terms @@ %s::tsquery)"
_NEWEST = 500  # passages by which is judged how common a word is; to count all of them takes too long here
_BEST = """
SELECT id, {score} AS score FROM (
    SELECT passage.id, passage.terms FROM projects_passage AS passage
    JOIN projects_project AS project ON project.id = passage.project_id AND project.deleted_at IS NULL
    WHERE passage.tenant_id = %s AND passage.terms @@ %s::tsquery ORDER BY passage.id DESC LIMIT %s
) AS candidates ORDER BY score DESC LIMIT %s"""
_PRESENT = """
SELECT token FROM unnest(%s::text[]) AS token WHERE EXISTS (
    SELECT 1 FROM projects_passage WHERE tenant_id = %s AND terms @@ token::tsquery)"""
_RANK = "%s * ts_rank('{0, 0, 0.5, 1}', terms, %s::tsquery, 1)"  # weights of D, C, B and A
_MOST_POSITIONS = 16_383  # what a tsvector can tell apart


class PostgresIndex:
    """A column that Django does not know (migration 0002). Weight A: headings, B: text, D: scope."""

    def add(self, entries: Sequence[Entry]) -> None:
        with connection.cursor() as cursor:
            cursor.executemany(_ADD, [(_tsvector(entry), entry.passage_id) for entry in entries])

    def counts(self, question: Question) -> list[int]:
        statement = _COUNTS.format(
            counts=", ".join([_HAVING] * len(question.tokens)),
            scope="AND terms @@ %s::tsquery" if question.scope else "",
        )
        scope = [_match(*question.scope)] if question.scope else []
        with connection.cursor() as cursor:
            cursor.execute(statement, [*question.tokens, question.tenant_id, *scope, _NEWEST])
            passages, looked_at, *having = cursor.fetchone()
        return having if looked_at < _NEWEST else _projected(having, passages / looked_at)

    def present(self, tenant_id: UUID, tokens: Sequence[str]) -> set[str]:
        with connection.cursor() as cursor:
            cursor.execute(_PRESENT, [list(tokens), tenant_id])
            return {token for (token,) in cursor.fetchall()}

    def best(self, question: Question, counts: Sequence[int], limit: int) -> Ranked:
        statement = _BEST.format(score=" + ".join([_RANK] * len(question.tokens)))
        asked: list[Any] = [*chain.from_iterable(zip(map(_rarity, counts), question.tokens, strict=True))]
        asked += [question.tenant_id, _match(*question.scope, question.tokens), CANDIDATES, limit]
        with connection.cursor() as cursor:
            cursor.execute(statement, asked)
            return list(cursor.fetchall())


def _projected(having: Sequence[int], times: float) -> list[int]:
    """Return how many passages have a token, as so many of the newest have it; none of those is not none."""
    return [max(1, round((count + 0.5) * times)) for count in having]


def _rarity(count: int) -> float:
    """Return how much a token weighs that so many passages have; ts_rank itself does not look at that."""
    return 1 / math.sqrt(count)


def _match(*choices: Sequence[str]) -> str:
    """Return a query for one token of each of the choices."""
    return " & ".join(f"({' | '.join(tokens)})" for tokens in choices)


def _tsvector(entry: Entry) -> str:
    """Return the tokens with their weights. Places are numbered by their order, so they tell nothing."""
    placed: defaultdict[str, list[str]] = defaultdict(list)
    place = 0
    for weight, tokens in (("A", entry.heading), ("B", entry.text), ("D", entry.scope)):
        for token in tokens:
            place = min(place + 1, _MOST_POSITIONS)
            placed[token].append(f"{place}{weight}")
    return " ".join(f"{token}:{','.join(places)}" for token, places in placed.items())
