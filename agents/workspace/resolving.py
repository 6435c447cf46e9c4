"""What is meant by a name: a project, a document or an entity, in the focus first, always of the tenant.

Whoever asks may give an id, a title, a part of it, or the path of a document.
"""

from collections.abc import Collection, Iterator
from typing import cast
from uuid import UUID

from agents.workspace.choosing import Named, fitting, only_one
from agents.workspace.paths import placed_documents
from agents.workspace.scope import Scope
from omniforge.ids import as_id
from omniforge.projects.kinds import ENTITY_KINDS, Kind
from omniforge.projects.models import Document, Entity, Project
from omniforge.projects.selectors import (
    find_documents,
    find_entities,
    find_projects,
    get_project,
    get_thing,
)

Thing = Document | Entity
_LOOKED_AT = 5_000  # the newest of each sort, where no project is named


def project_named(scope: Scope, name: str = "") -> Project:
    """Return the project of this name or id; without one that of the focus, else the only one that there is.

    Raises ToolFailed, naming those that fit, or those that there are.
    """
    if not name and scope.focus.project_id:
        return get_project(scope.access, scope.focus.project_id)
    projects, project_id = find_projects(scope.access), as_id(name)
    if project_id and (found := projects.filter(pk=project_id).first()):
        return found
    rows = projects.values_list("id", "name")[:_LOOKED_AT]
    known = [Named("project", row_id, title, title) for row_id, title in rows]
    return get_project(scope.access, only_one(name, known, "project").id)


def home_of(scope: Scope, name: str = "") -> Project | None:
    """Return the project that is named, else that of the focus; None for all of them."""
    return project_named(scope, name) if name or scope.focus.project_id else None


def thing_named(scope: Scope, name: str, kinds: Collection[Kind], project: str = "") -> Thing:
    """Return the document or entity of these kinds that is meant by a name or an id.

    It is looked for in the project that is named, else in that of the focus, else in all of them. Raises
    ToolFailed, naming those that fit, or those that there are.
    """
    if (thing_id := as_id(name)) and (found := _by_id(scope, thing_id, kinds)):
        return found
    home = home_of(scope, project)
    known = list(_known(scope, kinds, home))
    if home and not project and not fitting(name, known):
        everywhere = list(_known(scope, kinds, None))
        known = everywhere if fitting(name, everywhere) else known
    meant = only_one(name, known, _said_of(kinds))
    return get_thing(scope.access, Kind(meant.kind), meant.id)


def document_named(scope: Scope, name: str, project: str = "") -> Document:
    """Return the document that is meant, as `thing_named`."""
    return cast(Document, thing_named(scope, name, [Kind.DOCUMENT], project))


def entity_named(scope: Scope, name: str, kind: str | None, project: str = "") -> Entity:
    """Return the task, goal … that is meant, of one kind or of any, as `thing_named`."""
    return cast(Entity, thing_named(scope, name, [Kind(kind)] if kind else ENTITY_KINDS, project))


def _by_id(scope: Scope, thing_id: UUID, kinds: Collection[Kind]) -> Thing | None:
    if Kind.DOCUMENT in kinds and (document := find_documents(scope.access).filter(pk=thing_id).first()):
        return document
    return find_entities(scope.access).filter(pk=thing_id, kind__in=kinds).first()


def _known(scope: Scope, kinds: Collection[Kind], project: Project | None) -> Iterator[Named]:
    if Kind.DOCUMENT in kinds:
        yield from _documents(scope, project)
    entities = find_entities(scope.access).filter(kind__in=kinds)
    entities = entities.filter(project=project) if project else entities
    for kind, entity_id, title in entities.values_list("kind", "id", "title")[:_LOOKED_AT]:
        yield Named(kind, entity_id, title, title)


def _documents(scope: Scope, project: Project | None) -> Iterator[Named]:
    if project:
        for placed in placed_documents(project):
            yield Named(Kind.DOCUMENT, placed.id, placed.title.title, placed.words)
        return
    for document_id, title in find_documents(scope.access).values_list("id", "title")[:_LOOKED_AT]:
        yield Named(Kind.DOCUMENT, document_id, title, title)


def _said_of(kinds: Collection[Kind]) -> str:
    return " or ".join(kinds) if len(kinds) < 3 else "thing"
