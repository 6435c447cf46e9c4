"""Stores the vectors of passages, and finds those nearest to a query's.

With PostgreSQL's extension `vector`, a vendor model's vectors are in a plain column of that type: the
project has agreed to it. All others are encrypted, and a search decrypts and compares the newest exactly.
The local model's nearest passages are ranked by their closest sentence, too.
"""

import heapq
from array import array
from base64 import b64decode, b64encode
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter, mul
from uuid import UUID

from django.db.models import F, TextField
from django.db.models.functions import Cast

from omniforge.projects.models import Passage
from omniforge.projects.search import pgvector
from omniforge.projects.search.area import Area
from omniforge.projects.search.index import Ranked
from omniforge.projects.search.meaning import Meaning, is_local, where_allowed
from omniforge.projects.search.sentence_vectors import Vector, closest_of, pack_vectors, unpack_vectors
from omniforge.storage.encryption import decrypt_bytes

_MOST = 5_000  # vectors decrypted per search: the newest


def keep(passage_id: int, vector: Vector, model: str, sentences: Sequence[Vector] = ()) -> None:
    """Store the vectors of a passage and of its sentences by `model`, if the passage still exists."""
    encrypted = _packed(vector)
    if _is_open(model):
        pgvector.keep(passage_id, vector)
        encrypted = ""
    Passage.objects.filter(pk=passage_id).update(
        embedded_by=model, vector=encrypted, sentence_vectors=pack_vectors(sentences) if sentences else ""
    )


def forget_vectors(project_id: UUID) -> None:
    """Delete all vectors of a project."""
    if pgvector.is_there():
        pgvector.forget(project_id)
    Passage.objects.filter(project_id=project_id).update(embedded_by="", vector="", sentence_vectors="")


def nearest(area: Area, meaning: Meaning, limit: int) -> Ranked:
    """Return the passages nearest to a query, among vectors of the same model."""
    if not meaning.vector:
        return []
    allowed = where_allowed(meaning.model, "project__")
    passages = area.passages().filter(allowed, embedded_by=meaning.model)
    if _is_open(meaning.model):
        return pgvector.nearest(passages, meaning.vector, limit)
    query = array("f", meaning.vector)
    stored = passages.order_by("-pk").values_list("pk", Cast(F("vector"), TextField()))[:_MOST]
    scored = ((passage_id, sum(map(mul, query, _opened(token)))) for passage_id, token in stored)
    closest = heapq.nlargest(limit, scored, key=itemgetter(1))
    return _by_sentences(dict(closest), query) if is_local(meaning.model) else closest


def _by_sentences(closest: dict[int, float], query: Vector) -> Ranked:
    """Return the passages by the mean of their own cosine and that of their closest sentence."""
    stored = Passage.objects.filter(pk__in=closest).values_list("pk", "sentence_vectors")
    sentences = {passage_id: closest_of(unpack_vectors(text), query) for passage_id, text in stored}
    means = ((one, (own + max(own, sentences.get(one, own))) / 2) for one, own in closest.items())
    return sorted(means, key=itemgetter(1), reverse=True)


def _is_open(model: str) -> bool:
    """True if the model's vectors are in the plain column. Those of the local model never are."""
    return not is_local(model) and pgvector.is_there()


def _packed(vector: Sequence[float]) -> str:
    return b64encode(array("f", vector).tobytes()).decode()


@lru_cache(maxsize=_MOST)  # decryption takes four times as long as comparing; tokens are never reused
def _opened(token: str) -> "array[float]":
    return array("f", b64decode(decrypt_bytes(token.encode(), name="Passage.vector")))
