"""Where vectors of passages lie, and which of them are nearest to a query's.

In PostgreSQL with the extension `vector` they lie open in a column of that type. Elsewhere they lie
encrypted, and a search opens and compares the newest ones exactly.
"""

import heapq
from array import array
from base64 import b64decode, b64encode
from collections.abc import Sequence
from functools import lru_cache
from operator import mul
from uuid import UUID

from django.db.models import F, TextField
from django.db.models.functions import Cast

from omniforge.encryption import decrypt_bytes
from omniforge.projects.models import Passage
from omniforge.projects.search import pgvector
from omniforge.projects.search.area import Area
from omniforge.projects.search.index import Ranked
from omniforge.projects.search.meaning import Meaning

_MOST = 5_000  # vectors that are opened for a search: the newest


def keep(passage_id: int, vector: Sequence[float], model: str) -> None:
    """Store the vector that `model` made of a passage, if that is still there."""
    encrypted = _packed(vector)
    if pgvector.is_there():
        pgvector.keep(passage_id, vector)
        encrypted = ""
    Passage.objects.filter(pk=passage_id).update(embedded_by=model, vector=encrypted)


def forget_vectors(project_id: UUID) -> None:
    """Delete all vectors of a project."""
    if pgvector.is_there():
        pgvector.forget(project_id)
    Passage.objects.filter(project_id=project_id).update(embedded_by="", vector="")


def nearest(area: Area, meaning: Meaning, limit: int) -> Ranked:
    """Return the passages whose vectors, made by the same model, are nearest to that of a query."""
    if not meaning.vector:
        return []
    passages = area.passages().filter(embedded_by=meaning.model, project__meaning_search=True)
    if pgvector.is_there():
        return pgvector.nearest(passages, meaning.vector, limit)
    query = array("f", meaning.vector)
    stored = passages.order_by("-pk").values_list("pk", Cast(F("vector"), TextField()))[:_MOST]
    scored = ((passage_id, sum(map(mul, query, _opened(token)))) for passage_id, token in stored)
    return heapq.nlargest(limit, scored, key=lambda one: one[1])


def _packed(vector: Sequence[float]) -> str:
    return b64encode(array("f", vector).tobytes()).decode()


@lru_cache(maxsize=_MOST)  # opening takes four times as long as comparing; a token is never reused
def _opened(token: str) -> "array[float]":
    return array("f", b64decode(decrypt_bytes(token.encode(), name="Passage.vector")))
