"""What was deleted in a project, and can be brought back until it is purged."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, Q, QuerySet, Value

from omniforge.projects.kinds import Kind
from omniforge.projects.models import Document, Entity

Place = tuple[datetime, UUID]  # the time and id of a row in such a list


@dataclass(frozen=True, slots=True)
class Trashed:
    """A document or an entity in the trash."""

    kind: Kind
    id: UUID
    title: str
    deleted_at: datetime


def trash_of(project_id: UUID, limit: int, after: Place | None = None) -> list[Trashed]:
    """Return what was deleted in a project, last first: `limit` of it, after a place in the list."""
    found = [*_deleted(Document.objects.filter(project_id=project_id), Value("document"), limit, after)]
    found += _deleted(Entity.objects.filter(project_id=project_id), F("kind"), limit, after)
    return sorted(found, key=lambda one: (one.deleted_at, one.id), reverse=True)[:limit]


def _deleted(rows: QuerySet[Any], kind: F | Value, limit: int, after: Place | None) -> Iterator[Trashed]:
    rows = rows.filter(deleted_at__isnull=False).order_by("-deleted_at", "-id")
    if after:
        rows = rows.filter(Q(deleted_at__lt=after[0]) | Q(deleted_at=after[0], pk__lt=after[1]))
    for name, row_id, title, deleted_at in rows.values_list(kind, "pk", "title", "deleted_at")[:limit]:
        yield Trashed(Kind(name), row_id, title, deleted_at)
