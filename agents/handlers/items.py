"""The things of projects for handlers, loaded in one query per table."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from uuid import UUID

from agents.context.stored import KeptThing
from agents.tools.named_things import IN_PROJECTS as IN_PROJECTS
from agents.tools.named_things import PROJECT as PROJECT
from agents.tools.named_things import WORK as WORK
from agents.tools.workspace.paths import placed_documents
from omniforge.projects.kinds import RULES, Kind
from omniforge.projects.models import DocumentRole, ProjectState
from omniforge.projects.selectors import entities_of, find_documents, find_projects, get_project
from omniforge.storage.prepared import Given, PreparedRows
from omniforge.tenants.access import Access

DATED = (Kind.TASK.value, Kind.MILESTONE.value, Kind.PLAN.value)  # kinds with a day and an assignee
_MOST = 5_000
_COLUMNS = (
    *("kind", "pk", "title", "project_id", "project__name", "state", "priority", "due_on"),
    *("updated_at", "created_at", "description", "fields"),
)
_PROJECT_ENDS = (ProjectState.COMPLETED, ProjectState.CANCELLED)


@dataclass(frozen=True, slots=True)
class Item:
    """A project, a document or a piece of work. `home` is its project, or itself."""

    kind: str
    id: UUID
    title: str
    home: UUID
    home_name: str = ""
    state: str = ""
    priority: int | None = None
    due: date | None = None
    updated: datetime | None = None
    created: datetime | None = None
    text: str = ""
    assignee: str = ""

    @property
    def is_open(self) -> bool:
        return self.state not in ends_of(self.kind)

    @property
    def kept(self) -> KeptThing:
        """Return it in the form that a conversation remembers."""
        return KeptThing(self.kind, str(self.id), self.title)


def ends_of(kind: str) -> Collection[str]:
    """Return the finished states of a kind."""
    if kind == PROJECT:
        return _PROJECT_ENDS
    return RULES[Kind(kind)].ends if kind in WORK else ()


def load_items(
    access: Access, kinds: Collection[str], home: UUID | None = None, *, texts: bool = False
) -> list[Item]:
    """Return all things of these kinds, in one project or all, newest first, with texts if wanted."""
    found: list[Item] = []
    if work := [kind for kind in kinds if kind in WORK]:
        found += _work(access, work, home)
    if Kind.DOCUMENT in kinds:
        found += _documents(access, home, texts=texts)
    if PROJECT in kinds:
        found += _projects(access, home)
    return found


def load_kept(access: Access, kept: Sequence[KeptThing]) -> list[Item]:
    """Return the current state of remembered things, in their order."""
    ids = [one.id for one in kept]
    found = {
        str(one.id): one for one in load_items(access, {one.kind for one in kept} & {*IN_PROJECTS, PROJECT})
    }
    return [found[one] for one in ids if one in found]


def shared_titles(access: Access, items: Sequence[Item]) -> Collection[str]:
    """Return the titles of these things that others of their kinds have in another project."""
    own = {one.title: one.home for one in items if one.kind != PROJECT}
    there = load_items(access, {one.kind for one in items if one.kind != PROJECT})
    return {one.title for one in there if own.get(one.title, one.home) != one.home}


def _work(access: Access, kinds: Collection[str], home: UUID | None) -> list[Item]:
    rows = _work_of(tuple(kinds), home is not None)(tenant_id=access.tenant_id, home=home)
    return [Item(*(*told, str(fields.get("assignee") or ""))) for *told, fields in rows]


@lru_cache(maxsize=64)
def _work_of(kinds: tuple[str, ...], in_one: bool) -> PreparedRows:
    """Prepare the query for work of these kinds. Takes `tenant_id` and, if `in_one`, the project as `home`.

    Only the displayed columns are read: a question covers hundreds of rows.
    """
    own = {"project_id": Given("home")} if in_one else {}
    return PreparedRows(
        lambda: entities_of(Given("tenant_id")).filter(kind__in=kinds, **own).values_list(*_COLUMNS)[:_MOST]
    )


def _documents(access: Access, home: UUID | None, *, texts: bool) -> list[Item]:
    rows = find_documents(access).exclude(role=DocumentRole.CONTEXT)
    rows = rows.filter(project_id=home) if home else rows
    columns = ["pk", "title", "project_id", "project__name", "updated_at", "created_at"]
    columns += ["content"] if texts else []
    found = [
        Item("document", pk, title, project, name, updated=updated, created=created, text="".join(text))
        for pk, title, project, name, updated, created, *text in rows.values_list(*columns)[:_MOST]
    ]
    return _in_order(access, found, home) if home else found


def _in_order(access: Access, found: Sequence[Item], home: UUID) -> list[Item]:
    """Return a project's documents in tree order."""
    places = {one.id: place for place, one in enumerate(placed_documents(get_project(access, home)))}
    return sorted(found, key=lambda one: places.get(one.id, _MOST))


def _projects(access: Access, home: UUID | None) -> list[Item]:
    rows = find_projects(access).filter(pk=home) if home else find_projects(access)
    return [
        Item(PROJECT, one.pk, one.name, one.pk, one.name, one.state, updated=one.updated_at,
             created=one.created_at, text=one.description)
        for one in rows[:_MOST]
    ]  # fmt: skip
