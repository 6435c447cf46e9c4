"""The index in PostgreSQL: a tsvector beside each row under a GIN index, ranked by rare words first."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any
from uuid import UUID

from django.db import connection

from omniforge.storage.blind_index.interface import CANDIDATES, Entry, Question, Ranked, Shape, rows_of

_ADD = "UPDATE {table} SET terms = %s::tsvector WHERE id = %s"
_COUNTS = """
SELECT (SELECT reltuples FROM pg_class WHERE oid = '{table}'::regclass), count(*), {counts} FROM (
    SELECT terms FROM {table} AS found WHERE {owner} {scope} ORDER BY id DESC LIMIT %s
) AS newest"""
_HAVING = "count(*) FILTER (WHERE terms @@ %s::tsquery)"
_NEWEST = 500  # rows sampled for a word's frequency; counting all of them takes too long here
_FOUND = """
SELECT found.id{terms} FROM {table} AS found {there}
WHERE {owner} AND found.terms @@ %s::tsquery ORDER BY {order} DESC LIMIT %s"""
_BY_ID = "found.id"
_BY_WORDS_FIRST = "found.id + 0"  # no index has this order, so PostgreSQL can't walk it past all other rows
_BEST = "SELECT id, {score} AS score FROM ({found}) AS candidates ORDER BY score DESC, id DESC LIMIT %s"
# The index lists all rows of a token to find the first one, so it is asked only for what new rows don't have.
_PRESENT = """
WITH asked AS MATERIALIZED (
    SELECT token, token IN (SELECT unnest(tsvector_to_array(terms)) FROM (
        SELECT terms FROM {table} AS found WHERE {owner} ORDER BY id DESC LIMIT {newest}) AS newest) AS is_new
    FROM unnest(%s::text[]) AS token)
SELECT token FROM asked WHERE is_new UNION ALL
SELECT token FROM asked WHERE NOT is_new AND EXISTS (SELECT 1 FROM {table} WHERE terms @@ token::tsquery)"""
_FRESH = 50  # newest rows that have most common words; reading their tokens takes about a millisecond
_RANK = "%s * ts_rank('{0, 0, 0.5, 1}', terms, %s::tsquery, 1)"  # weights of D, C, B and A
_MOST_POSITIONS = 16_383  # limit of a tsvector


class PostgresIndex:
    """The tsvector column, which isn't in the Django model."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape

    def add(self, entries: Sequence[Entry]) -> None:
        rows = [(self._tsvector(entry), entry.row_id) for entry in entries]
        with connection.cursor() as cursor:
            cursor.executemany(_ADD.format(table=self._shape.table), rows)

    def counts(self, question: Question) -> list[int]:
        statement = _COUNTS.format(
            table=self._shape.table,
            counts=", ".join([_HAVING] * len(question.tokens)),
            owner=_owned(question.owner),
            scope="AND terms @@ %s::tsquery" if question.scope else "",
        )
        scope = [_match(*question.scope)] if question.scope else []
        asked = (*question.tokens, *question.owner.values(), *scope, _NEWEST)
        ((rows, looked_at, *having),) = rows_of(statement, *asked)
        return having if looked_at < _NEWEST else _projected(having, rows / looked_at)

    def present(self, question: Question) -> set[str]:
        """Asks the index without the owner, whose own index would be read, too: owners share no tokens."""
        owner = _owned(question.owner)
        statement = _PRESENT.format(table=self._shape.table, owner=owner, newest=_FRESH)
        return {token for (token,) in rows_of(statement, *question.owner.values(), list(question.tokens))}

    def best(self, question: Question, counts: Sequence[int], limit: int) -> Ranked:
        score = " + ".join([_RANK] * len(question.tokens))
        order = _BY_WORDS_FIRST if sum(counts) <= CANDIDATES else _BY_ID
        statement = _BEST.format(score=score, found=self._found(question.owner, order, ", found.terms"))
        weights = chain.from_iterable(zip(map(_rarity, counts), question.tokens, strict=True))
        return rows_of(statement, *weights, *_asked(question, CANDIDATES), limit)

    def newest(self, question: Question, limit: int) -> list[int]:
        return [
            row_id for (row_id,) in rows_of(self._found(question.owner, _BY_ID), *_asked(question, limit))
        ]

    def _found(self, owner: Mapping[str, UUID], order: str, terms: str = "") -> str:
        names = {"table": self._shape.table, "there": self._shape.there, "owner": _owned(owner)}
        return _FOUND.format(**names, order=order, terms=terms)

    def _tsvector(self, entry: Entry) -> str:
        """Return the tokens with their weights. Positions are just numbered, so they reveal nothing."""
        placed: defaultdict[str, list[str]] = defaultdict(list)
        place = 0
        for part, tokens in zip(self._shape.parts, entry.tokens, strict=True):
            for token in tokens:
                place = min(place + 1, _MOST_POSITIONS)
                placed[token] += [f"{place}{part.weight}"] if part.weight else []
        return " ".join(f"{token}:{','.join(at)}" if at else token for token, at in placed.items())


def _asked(question: Question, limit: int) -> tuple[Any, ...]:
    return *question.owner.values(), _match(*question.scope, question.tokens), limit


def _owned(owner: Mapping[str, UUID]) -> str:
    return " AND ".join(f"found.{column} = %s" for column in owner)


def _projected(having: Sequence[int], times: float) -> list[int]:
    """Extrapolate how many rows have a token from the newest ones, at least one."""
    return [max(1, round((count + 0.5) * times)) for count in having]


def _rarity(count: int) -> float:
    """Return a token's weight by its row count, which ts_rank itself ignores."""
    return 1 / math.sqrt(count)


def _match(*choices: Sequence[str]) -> str:
    """Return a query for one token of each group."""
    return " & ".join(f"({' | '.join(tokens)})" for tokens in choices)
