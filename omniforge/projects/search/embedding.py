"""Computes vectors of passages in the background, for projects that enable it.

The local model also computes those of their sentences. A vendor would charge for them.
"""

import asyncio
import time
from collections.abc import Iterable, Sequence
from itertools import chain, islice

from django.db import transaction

from omniforge.llm import Models
from omniforge.projects.models import Passage, Project
from omniforge.projects.search.meaning import embedding_model, is_local, where_allowed
from omniforge.projects.search.sentence_vectors import Vector, sentences_in_context
from omniforge.projects.search.vectors import keep
from omniforge.tenants.connected.choice import models_at
from omniforge.tenants.usage import record_background_calls

_BATCH, _LOCAL_BATCH = 64, 8  # passages per call; the local model takes 0.4 s for each with its sentences
_DEADLINE = 30.0  # seconds per call
_READ = ("meaning_search", "tenant__models_version")
_SHIFT = 10.0  # seconds per run; the next run continues


def embed_waiting() -> int:
    """Embed passages without a vector of the current model, for some seconds. Returns how many.

    If the model fails, the next run continues.
    """
    made, end = 0, time.monotonic() + _SHIFT
    for project in Project.objects.filter(deleted_at=None).select_related("tenant").only(*_READ):
        models = models_at(project.tenant_id, project.tenant.models_version)
        if not _may_read(embedding_model(models), project):
            continue
        while time.monotonic() < end and (stored := _embed_batch(models, project)):
            made += stored
    return made


def _may_read(model: str, project: Project) -> bool:
    return bool(model) and (is_local(model) or project.meaning_search)


def _embed_batch(models: Models, project: Project) -> int:
    model = models.name("embed")
    wanted = Passage.objects.filter(where_allowed(model, "project__"), project=project)
    most = _LOCAL_BATCH if is_local(model) else _BATCH
    passages = list(wanted.exclude(embedded_by=model).order_by("-pk")[:most])
    texts = [f"{passage.heading}\n\n{passage.text}" for passage in passages]
    sentences = [sentences_in_context(one) if is_local(model) else [] for one in passages]
    texts += chain.from_iterable(sentences)
    vectors = iter((asyncio.run(models.embed(texts, deadline=_DEADLINE)) if texts else None) or ())
    record_background_calls(tenant_id=project.tenant_id, calls=models.calls)
    models.calls.clear()
    of_passages = [*islice(vectors, len(passages))]
    of_sentences = [[*islice(vectors, len(ours))] for ours in sentences]
    return _stored(project, zip(passages, of_passages, of_sentences, strict=False), model)


@transaction.atomic
def _stored(
    project: Project, embedded: Iterable[tuple[Passage, Vector, Sequence[Vector]]], model: str
) -> int:
    """Store the vectors, unless the project disabled them meanwhile. Returns how many were stored."""
    if not Project.objects.select_for_update().filter(where_allowed(model), pk=project.pk):
        return 0
    stored = 0
    for passage, vector, sentences in embedded:
        keep(passage.pk, vector, model, sentences)
        stored += 1
    return stored
