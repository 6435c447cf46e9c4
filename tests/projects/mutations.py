"""A reproducible series of random changes: through all services and over REST."""

from collections.abc import Callable
from datetime import date, timedelta
from random import Random
from typing import Any
from uuid import UUID

from django.test import Client

from omniforge.errors import OmniForgeError
from omniforge.projects.kinds import ENTITY_KINDS, RULES, Kind, relations_between
from omniforge.projects.models import Document, Edge, Entity, Version
from omniforge.projects.services import (
    DocumentService,
    EdgeService,
    EntityService,
    ProjectService,
    Ref,
    undo_batch,
)
from omniforge.tenants.access import Access
from tests.clients import program

JSON = "application/json"


class Mutations:
    """Changes projects at random, as several people. Refused changes don't count."""

    def __init__(self, people: list[Access], projects: list[UUID], seed: int) -> None:
        self._people, self._projects, self._random = people, projects, Random(seed)
        self._programs = [program(access) for access in people]
        steps = ("create_document", "update_document", "move", "delete", "restore", "create_entity")
        steps += ("update_entity", "link", "relink", "unlink", "update_project", "undo", "replace_project")
        steps += ("rest_create", "rest_update", "rest_delete", "create_entity", "link", "link")
        self._steps: list[Callable[[], Any]] = [getattr(self, f"_{step}") for step in steps]

    def make(self, number: int) -> None:
        """Make as many changes."""
        made = 0
        while made < number:
            before = Version.objects.count()
            try:
                self._random.choice(self._steps)()
            except OmniForgeError:
                continue
            made += Version.objects.count() > before

    # --- What is chosen ---------------------------------------------------------------------------

    @property
    def _access(self) -> Access:
        return self._random.choice(self._people)

    @property
    def _program(self) -> Client:
        return self._random.choice(self._programs)

    @property
    def _project(self) -> UUID:
        return self._random.choice(self._projects)

    def _any(self, rows) -> Any:
        """Return one of the rows; the same one each time, whatever their ids are."""
        ids = list(rows.order_by("pk").values_list("pk", flat=True))
        return rows.get(pk=self._random.choice(ids)) if ids else None

    def _document(self, *, trashed: bool = False, **conditions: Any) -> Any:
        return self._any(self._in_projects(Document, trashed).filter(**conditions))

    def _entity(self, *, trashed: bool = False) -> Any:
        return self._any(self._in_projects(Entity, trashed))

    def _in_projects(self, model, trashed: bool):
        return model.objects.filter(project__in=self._projects, deleted_at__isnull=not trashed)

    def _words(self) -> str:
        return " ".join(self._random.choices(("plan", "mail", "press", "Übersicht", "launch", "e/~f"), k=3))

    def _text(self) -> str:
        return self._words() * self._random.choice((0, 1, 20, 2_000))

    def _place(self, project: UUID) -> dict[str, Any]:
        parent = self._document(project=project) if self._random.random() < 0.6 else None
        position = self._random.choice((None, 0, 1, 3))
        return {"parent_id": parent.pk if parent else None, "position": position}

    def _fields(self, kind: Kind) -> dict[str, Any]:
        due = date(2026, 5, 1) + timedelta(days=self._random.randrange(90))
        fields = {"title": self._words(), "description": self._text()[:1_000], "due_on": due}
        fields |= {
            "state": self._random.choice(RULES[kind].states),
            "priority": self._random.choice((None, 1, 5)),
        }
        own = {"probability": 0.5, "impact": self._words(), "source": self._words()}
        return fields | {"fields": {name: own[name] for name in RULES[kind].fields if name in own}}

    # --- What is done -----------------------------------------------------------------------------

    def _create_document(self) -> None:
        project = self._project
        documents = DocumentService(self._access)
        documents.create(project, title=self._words(), content=self._text(), **self._place(project))

    def _update_document(self) -> None:
        document = self._document()
        DocumentService(self._access).update(document.pk, title=self._words(), content=self._text())

    def _move(self) -> None:
        document = self._document()
        DocumentService(self._access).move(document.pk, **self._place(document.project_id))

    def _delete(self) -> None:
        if self._random.random() < 0.5:
            DocumentService(self._access).delete(self._document().pk)
        elif entity := self._entity():
            EntityService(self._access, Kind(entity.kind)).delete(entity.pk)

    def _restore(self) -> None:
        ProjectService(self._access).restore(self._project)  # which an undoing may have taken away
        if entity := self._entity(trashed=True):
            EntityService(self._access, Kind(entity.kind)).restore(entity.pk)
        elif document := self._document(trashed=True):
            DocumentService(self._access).restore(document.pk)

    def _create_entity(self) -> None:
        kind = self._random.choice(ENTITY_KINDS)
        EntityService(self._access, kind).create(self._project, **self._fields(kind))

    def _update_entity(self) -> None:
        if entity := self._entity():
            kind = Kind(entity.kind)
            EntityService(self._access, kind).update(entity.pk, **self._fields(kind))

    def _link(self) -> None:
        ends = [self._entity(), self._random.choice((self._entity, self._document))()]
        if all(ends):
            source, target = (Ref(Kind(getattr(one, "kind", "document")), one.pk) for one in ends)
            relation = self._random.choice(relations_between(source.kind, target.kind))
            EdgeService(self._access).create(source, relation, target)

    def _edge(self) -> Any:
        return self._any(Edge.objects.filter(project__in=self._projects))

    def _relink(self) -> None:
        if edge := self._edge():
            possible = relations_between(Kind(edge.source_kind), Kind(edge.target_kind))
            EdgeService(self._access).update(edge.pk, self._random.choice(possible))

    def _unlink(self) -> None:
        if edge := self._edge():
            EdgeService(self._access).delete(edge.pk)

    def _update_project(self) -> None:
        ProjectService(self._access).update(self._project, name=self._words(), description=self._text()[:900])

    def _replace_project(self) -> None:
        project = self._project
        if self._random.random() < 0.1:  # rarely, since watchers then fetch the whole project
            ProjectService(self._access).delete(project)
            ProjectService(self._access).restore(project)

    def _undo(self) -> None:
        versions = Version.objects.filter(project__in=self._projects)
        newest = versions.order_by("-pk").values_list("batch", flat=True)[:20]
        undo_batch(access=self._access, batch=self._random.choice(list(newest)))

    def _rest_create(self) -> None:
        path, kind = f"/api/v1/projects/{self._project}/", self._random.choice(ENTITY_KINDS)
        if self._random.random() < 0.5:
            self._program.post(f"{path}documents/", {"title": self._words(), "content": self._text()}, JSON)
        else:
            self._program.post(f"{path}entities/", {"kind": kind, **self._fields(kind)}, JSON)

    def _rest_update(self) -> None:
        document = self._document()
        path = f"/api/v1/documents/{document.pk}/"
        self._program.patch(path, {"title": self._words(), "version": document.version}, JSON)

    def _rest_delete(self) -> None:
        if entity := self._entity():
            self._program.delete(f"/api/v1/entities/{entity.pk}/")
