"""Vectors of passages: which projects want them, and their making off everybody's path."""

import asyncio
import time
from uuid import UUID

from django.db import transaction

from omniforge.llm import Models
from omniforge.llm.roles import RULES
from omniforge.projects.models import Passage, Project
from omniforge.projects.search.vectors import forget_vectors, keep
from omniforge.projects.selectors import find_projects, get_project
from omniforge.tenants.access import Access
from omniforge.tenants.usage import record_background_calls

_BATCH = 64  # passages a call
_DEADLINE = 30.0  # seconds a call
_SHIFT = 10.0  # seconds after which the rest is left to the next run


def choose_meaning_search(*, access: Access, project_id: UUID, wanted: bool) -> None:
    """Allow, or no longer allow, a model to make vectors of what a project holds.

    A vector tells what a text is about, though not its words, and the model's provider reads the text. What
    was made is deleted when it is no longer wanted. Raises NotFound, and NotAllowed for auditors.
    """
    access.require_writer()
    project = get_project(access, project_id)
    find_projects(access).filter(pk=project.pk).update(meaning_search=wanted)
    if not wanted:
        forget_vectors(project.pk)


def embed_waiting() -> int:
    """Make vectors of passages without one by today's model, for some seconds; returns how many were made.

    Where the model fails, the next run goes on.
    """
    models = Models.from_settings()
    if models.name("embed") == RULES:
        return 0
    made, end = 0, time.monotonic() + _SHIFT
    for project in Project.objects.filter(meaning_search=True, deleted_at=None):
        while time.monotonic() < end and (stored := _embed_batch(models, project)):
            made += stored
    return made


def _embed_batch(models: Models, project: Project) -> int:
    model = models.name("embed")
    waiting = Passage.objects.filter(project=project).exclude(embedded_by=model).order_by("-pk")[:_BATCH]
    passages = list(waiting)
    texts = [f"{passage.heading}\n\n{passage.text}" for passage in passages]
    vectors = asyncio.run(models.embed(texts, deadline=_DEADLINE)) if texts else None
    record_background_calls(tenant_id=project.tenant_id, calls=models.calls)
    models.calls.clear()
    with transaction.atomic():
        for passage, vector in zip(passages, vectors or (), strict=False):
            keep(passage.pk, vector, model)
    return len(vectors or ())
