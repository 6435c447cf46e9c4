"""Deleted objects of a project, restorable until they are purged."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, Q, QuerySet, Value

from omniforge.instants import to_rfc3339
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Action, Document, Entity, Version

Place = tuple[datetime, UUID]  # the time and id of a row in such a list


class _Row(NamedTuple):
    deleted_at: datetime
    id: UUID
    kind: str
    title: str


@dataclass(frozen=True, slots=True)
class Trashed:
    """A document or an entity in the trash, who deleted it, and the call (`batch`) that did.

    `who` is None if that person's account is deleted. Undoing the call restores the object to its place, with
    its links.
    """

    kind: Kind
    id: UUID
    title: str
    deleted_at: datetime
    who: str | None
    batch: UUID

    @property
    def cursor(self) -> str:
        """Its position in the list, for the next page."""
        return f"{to_rfc3339(self.deleted_at)}~{self.id}"


def trash_of(project_id: UUID, limit: int, after: Place | None = None) -> list[Trashed]:
    """Return `limit` deleted objects of a project, last deleted first, after a position in the list."""
    found = [*_deleted(Document.objects.filter(project_id=project_id), Value("document"), limit, after)]
    found += _deleted(Entity.objects.filter(project_id=project_id), F("kind"), limit, after)
    rows = sorted(found, key=attrgetter("deleted_at", "id"), reverse=True)[:limit]
    deletions = _deletions(project_id, [row.id for row in rows])
    return [_trashed(row, deletions[row.id]) for row in rows]


def _deleted(rows: QuerySet[Any], kind: F | Value, limit: int, after: Place | None) -> Iterator[_Row]:
    rows = rows.filter(deleted_at__isnull=False).order_by("-deleted_at", "-id")
    if after:
        rows = rows.filter(Q(deleted_at__lt=after[0]) | Q(deleted_at=after[0], pk__lt=after[1]))
    yield from map(_Row._make, rows.values_list("deleted_at", "pk", kind, "title")[:limit])


def _deletions(project_id: UUID, ids: Iterable[UUID]) -> dict[UUID, Version]:
    """Map objects to the version that deleted them, without its content."""
    changes = Version.objects.filter(project_id=project_id, entity_id__in=ids, action=Action.DELETE)
    told = changes.select_related("changed_by").only("entity_id", "batch", "changed_by")
    return {change.entity_id: change for change in told.order_by("number")}


def _trashed(row: _Row, deletion: Version) -> Trashed:
    who = str(deletion.changed_by) if deletion.changed_by else None
    return Trashed(Kind(row.kind), row.id, row.title, row.deleted_at, who, deletion.batch)
