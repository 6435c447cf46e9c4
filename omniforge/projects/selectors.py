"""Queries for projects, always within one tenant, other tenants', deleted and missing rows look the same."""

from collections.abc import Collection, Sequence
from typing import TypeVar
from uuid import UUID

from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from omniforge.errors import NotFound
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Document, Edge, Entity, Project, Version
from omniforge.storage.prepared import Given
from omniforge.tenants.access import Access

Found = TypeVar("Found", bound=Model)


def find_projects(access: Access, *, deleted: bool = False) -> QuerySet[Project]:
    """Return the tenant's projects, the one that changed last first. `deleted` includes the trash."""
    projects = Project.objects.filter(tenant_id=access.tenant_id).order_by("-updated_at", "-id")
    return projects if deleted else projects.filter(deleted_at=None)


def find_documents(access: Access, *, deleted: bool = False) -> QuerySet[Document]:
    """Return the tenant's documents in projects that are not deleted, last changed first."""
    documents = Document.objects.filter(tenant_id=access.tenant_id, project__deleted_at=None)
    documents = documents.order_by("-updated_at", "-id")
    return documents if deleted else documents.filter(deleted_at=None)


def find_entities(access: Access, kind: Kind | None = None, *, deleted: bool = False) -> QuerySet[Entity]:
    """Return the tenant's entities, of one kind or of all, the one that changed last first."""
    entities = entities_of(access.tenant_id, deleted=deleted)
    return entities.filter(kind=kind) if kind else entities


def entities_of(tenant_id: UUID | Given, *, deleted: bool = False) -> QuerySet[Entity]:
    """Return the entities of a tenant, the one that changed last first. `deleted` includes the trash."""
    entities = Entity.objects.filter(tenant_id=tenant_id, project__deleted_at=None)
    entities = entities.order_by("-updated_at", "-id")
    return entities if deleted else entities.filter(deleted_at=None)


def find_edges(access: Access) -> QuerySet[Edge]:
    """Return the tenant's edges, oldest first."""
    return Edge.objects.filter(tenant_id=access.tenant_id, project__deleted_at=None).order_by("id")


def titles_of_things(access: Access, things: Collection[UUID]) -> dict[UUID, str]:
    """Return the titles of documents and entities: two queries."""
    documents = find_documents(access).filter(pk__in=things).values_list("pk", "title")
    entities = find_entities(access).filter(pk__in=things).values_list("pk", "title")
    return dict(documents) | dict(entities)


def edges_of(access: Access, thing_id: UUID) -> QuerySet[Edge]:
    """Return the edges that begin or end at a document or an entity."""
    return find_edges(access).filter(Q(source_id=thing_id) | Q(target_id=thing_id))


def find_versions(access: Access) -> QuerySet[Version]:
    """Return the versions of everything in all projects, deleted ones too, newest first."""
    return Version.objects.filter(tenant_id=access.tenant_id).order_by("-id")


def history(access: Access, project_id: UUID) -> QuerySet[Version]:
    """Return the versions of a project, newest first, with their authors."""
    return find_versions(access).filter(project_id=project_id).select_related("changed_by")


def current_changes_by(tenant_id: UUID | Given, user_id: UUID | Given) -> QuerySet[Version]:
    """Return a person's changes that nobody, including them, has superseded."""
    thing = {"entity_id": OuterRef("entity_id"), "entity_type": OuterRef("entity_type")}
    later = Version.objects.filter(number__gt=OuterRef("number"), **thing)
    return Version.objects.filter(~Exists(later), tenant_id=tenant_id, changed_by_id=user_id)


def get_project(access: Access, project_id: UUID) -> Project:
    """Return a project. Raises NotFound."""
    return one(find_projects(access), project_id)


def require_project(access: Access, project_id: UUID) -> None:
    """Raise NotFound if there is no such project, without loading it: a large tree takes a while."""
    if not find_projects(access).filter(pk=project_id).exists():
        raise NotFound()


def get_document(access: Access, document_id: UUID) -> Document:
    """Return a document. Raises NotFound."""
    return one(find_documents(access), document_id)


def get_thing(access: Access, kind: Kind, thing_id: UUID) -> Document | Entity:
    """Return a document or an entity of this kind. Raises NotFound."""
    if kind is Kind.DOCUMENT:
        return get_document(access, thing_id)
    return one(find_entities(access, kind), thing_id)


def page_of(rows: QuerySet[Found], limit: int, after: Found | None = None) -> Sequence[Found]:
    """Return the next `limit` rows by `updated_at` and id, after the row `after`."""
    if after is not None:
        at = after.updated_at  # type: ignore[attr-defined]
        rows = rows.filter(Q(updated_at__lt=at) | Q(updated_at=at, pk__lt=after.pk))
    return list(rows[:limit])


def one(rows: QuerySet[Found], row_id: UUID) -> Found:
    """Return the row of this id. Raises NotFound."""
    row = rows.filter(pk=row_id).first()
    if row is None:
        raise NotFound()
    return row
