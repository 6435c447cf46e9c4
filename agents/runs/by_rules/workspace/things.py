"""What there is in the projects of a workspace, in short: as much as rules need to find and to tell of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from agents.dialogue import KeptThing
from agents.workspace.reading.vocabulary import ends_of
from omniforge.projects.kinds import Kind
from omniforge.projects.models import DocumentRole
from omniforge.projects.selectors import find_documents, find_entities, find_projects
from omniforge.tenants.access import Access

_MOST = 5_000  # things that are looked through


@dataclass(frozen=True, slots=True)
class Thing:
    """A project, a document or an entity; `project_id` is that of the project in which or which it is."""

    kind: str
    id: UUID
    title: str
    project_id: UUID
    state: str = ""
    priority: int | None = None
    due_on: date | None = None
    updated_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        return self.state not in ends_of(self.kind)

    def kept(self) -> KeptThing:
        """Return it as a conversation keeps it in mind."""
        return KeptThing(self.kind, str(self.id), self.title)


@dataclass(frozen=True, slots=True)
class Stock:
    """All projects, and the things in one of them or in all, as far as they are wanted."""

    projects: Sequence[Thing]
    things: Sequence[Thing]

    def project(self, project_id: UUID) -> str:
        """Return the name of a project."""
        return next((one.title for one in self.projects if one.id == project_id), "")

    def within(self, project_id: UUID) -> "Stock":
        """Return the stock of one project."""
        return Stock(self.projects, [one for one in self.things if one.project_id == project_id])

    def find(self, kept: KeptThing) -> Thing | None:
        """Return a thing that a conversation keeps in mind, as it is now."""
        return next((one for one in (*self.things, *self.projects) if str(one.id) == kept.id), None)


def load_stock(access: Access, project_id: UUID | None = None, *, documents: bool = True) -> Stock:
    """Return what there is, in one project or in all, the newest of each sort first. At most three queries.

    Titles are encrypted, and opening many takes a while: documents are left out where none can be meant.
    """
    projects = [
        Thing("project", row_id, name, row_id, state=state, updated_at=at)
        for row_id, name, state, at in find_projects(access).values_list("id", "name", "state", "updated_at")
    ]
    inside = {"project_id": project_id} if project_id else {}
    things = _entities(access, inside)
    return Stock(projects, [*things, *_documents(access, inside)] if documents else things)


def _entities(access: Access, inside: Mapping[str, UUID]) -> list[Thing]:
    rows = find_entities(access).filter(**inside)
    columns = ("kind", "id", "title", "project_id", "state", "priority", "due_on", "updated_at")
    return [Thing(*row) for row in rows.values_list(*columns)[:_MOST]]


def _documents(access: Access, inside: Mapping[str, UUID]) -> list[Thing]:
    """Return the documents but those that say what a project is for: nobody means those by name."""
    rows = find_documents(access).filter(**inside).exclude(role=DocumentRole.CONTEXT)
    columns = ("id", "title", "project_id", "updated_at")
    return [
        Thing(Kind.DOCUMENT, row_id, title, project_id, updated_at=at)
        for row_id, title, project_id, at in rows.values_list(*columns)[:_MOST]
    ]
