"""Vectors in PostgreSQL's extension `vector`: a column that Django does not know, under an HNSW index."""

import logging
from collections.abc import Sequence
from uuid import UUID

from django.db import connection, transaction
from django.db.models import FloatField, QuerySet
from django.db.models.expressions import RawSQL
from django.db.utils import DatabaseError

from omniforge.llm.types import DIMENSIONS
from omniforge.projects.models import Passage
from omniforge.projects.search.index import Ranked

logger = logging.getLogger(__name__)

_IS_THERE = """
SELECT 1 FROM pg_attribute
WHERE attrelid = 'projects_passage'::regclass AND attname = 'embedding' AND NOT attisdropped"""
_MAKE = f"""
CREATE EXTENSION IF NOT EXISTS vector;
ALTER TABLE projects_passage ADD COLUMN IF NOT EXISTS embedding vector({DIMENSIONS});
CREATE INDEX IF NOT EXISTS passages_by_meaning ON projects_passage USING hnsw (embedding vector_cosine_ops)"""
_NEAREST = "projects_passage.embedding <=> %s::vector"


def make() -> bool:
    """Create the column if the extension (version 0.8 or newer) is available. Returns whether it exists."""
    if connection.vendor == "postgresql":
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(_MAKE)
        except (
            DatabaseError
        ) as error:  # not installed, or no permission: vectors are stored encrypted instead
            logger.info("Vectors do not use the extension 'vector': %s", error)
    return is_there()


def is_there() -> bool:
    """Return whether the column exists."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute(_IS_THERE)
        return cursor.fetchone() is not None


def keep(passage_id: int, vector: Sequence[float]) -> None:
    """Store the vector of a passage."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE projects_passage SET embedding = %s WHERE id = %s", [_literal(vector), passage_id]
        )


def forget(project_id: UUID) -> None:
    """Delete all vectors of a project."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE projects_passage SET embedding = NULL WHERE project_id = %s", [project_id])


def nearest(passages: QuerySet[Passage], vector: Sequence[float], limit: int) -> Ranked:
    """Return the nearest of `passages`, even if these are a small part of all passages."""
    distance = RawSQL(_NEAREST, [_literal(vector)], output_field=FloatField())
    ordered = passages.annotate(distance=distance).filter(distance__isnull=False).order_by("distance")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL hnsw.iterative_scan = strict_order")
        return [(found, 1 - away) for found, away in ordered.values_list("pk", "distance")[:limit]]


def _literal(vector: Sequence[float]) -> str:
    return f"[{','.join(map(str, vector))}]"
