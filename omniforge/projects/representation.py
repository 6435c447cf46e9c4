"""How a row looks to clients and in patches: the same in both, so a patched row equals a fetched one."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from omniforge.projects.models import Document, Edge, Entity, Project

Row = Project | Document | Entity | Edge

# Derived fields: nobody changes them, and undo doesn't restore them.
DERIVED = frozenset({"version", "updated_at", "completed_at", "content_length", "doc_structure"})

_FIELDS: Mapping[type[Row], tuple[str, ...]] = {
    Project: (
        "id",
        "name",
        "description",
        "state",
        "meaning_search",
        "doc_structure",
        "version",
        "created_at",
    ),
    Document: (
        "id",
        "project_id",
        "role",
        "title",
        "description",
        "content",
        "content_length",
        "version",
        "created_at",
        "updated_at",
    ),
    Entity: (
        "id",
        "project_id",
        "kind",
        "title",
        "description",
        "state",
        "priority",
        "due_on",
        "fields",
        "version",
        "completed_at",
        "created_at",
        "updated_at",
    ),
    Edge: (
        "id",
        "project_id",
        "source_kind",
        "source_id",
        "relation",
        "target_kind",
        "target_id",
        "version",
        "created_at",
    ),
}


def represent(row: Row, *, without: str = "") -> dict[str, Any]:
    """Return a row as JSON values, for lists `without` the longest field. Times are ISO 8601 in UTC."""
    return {name: _plain(getattr(row, name)) for name in _FIELDS[type(row)] if name != without}


def type_of(row: Row) -> str:
    """Return a row's type for clients: project, document, edge, or an entity's kind."""
    return row.kind if isinstance(row, Entity) else type(row).__name__.lower()


def name_of(row: Row) -> str:
    """Return a row's name for people."""
    if isinstance(row, Project):
        return str(row.name)
    return str(row.relation if isinstance(row, Edge) else row.title)


def project_id_of(row: Row) -> UUID:
    """Return the id of a row's project, which may be the row itself."""
    return row.pk if isinstance(row, Project) else row.project_id


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, date) else str(value) if isinstance(value, UUID) else value


def fields_of(patch: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the values that an update's patch gives, by field, without those that follow from others."""
    fields = {one["path"].removeprefix("/"): one.get("value") for one in patch}
    return {name: value for name, value in fields.items() if name and name.partition("/")[0] not in DERIVED}
