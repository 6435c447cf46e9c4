"""Named things by kind, and where their names are read, always limited to what the person may see."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from agents.definitions.selectors import find_agents, find_runs, find_skills
from agents.notifications.selectors import list_web_hooks
from agents.tools.mcp.selectors import list_servers
from agents.tools.workspace.paths import placed_documents
from omniforge.files.selectors import own_files
from omniforge.projects.kinds import ENTITY_KINDS
from omniforge.projects.models import Project
from omniforge.projects.selectors import find_documents, find_entities, find_projects
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership

PROJECT, DOCUMENT, AGENT, SKILL, FILE, RUN = "project", "document", "agent", "skill", "file", "run"
MEMBER, CONNECTION = "member", "connection"
ThingKind = Literal["project", "document", "task", "goal", "plan", "milestone", "risk", "requirement"]
WORK = tuple(kind.value for kind in ENTITY_KINDS)
IN_PROJECTS = (DOCUMENT, *WORK)
_MOST = 5_000  # newest things per table whose names are decrypted
MOST_FILES = 500  # newest files whose names are read


@dataclass(frozen=True, slots=True)
class Ref:
    """A thing that words can refer to. `path` is a document's place in its project."""

    kind: str
    id: UUID
    title: str
    project_id: UUID | None = None
    path: str = ""
    alias: str = ""

    @property
    def spoken(self) -> str:
        """Return the title as it is spoken: 'orders reminder' for 'orders-reminder'. A member's name."""
        return self.alias or (self.title.replace("-", " ") if self.kind in (AGENT, SKILL) else self.title)


class Table(NamedTuple):
    """The source of one sort of thing. `columns` are those of a Ref, the kind first if rows have several."""

    rows: Callable[[Access], QuerySet[Any]]
    columns: tuple[str, ...]
    kind: str = ""

    def refs(self, rows: QuerySet[Any]) -> Iterator[Ref]:
        """Yield a Ref for each row."""
        kind = (self.kind,) if self.kind else ()
        return (Ref(*kind, *row) for row in rows.values_list(*self.columns))

    def load(self, access: Access, project: UUID | None, conversation: UUID | None) -> Iterator[Ref]:
        """Yield the newest things of one project or all."""
        within = {"project_id": project} if project and "project_id" in self.columns else {}
        return self.refs(self.rows(access).filter(**within)[:_MOST])


class Loader(NamedTuple):
    """Loads the names of things, kinds that share a table share a loader."""

    name: str
    load: Callable[[Access, UUID | None, UUID | None], Iterator[Ref]]


OF_WORK = Table(find_entities, ("kind", "pk", "title", "project_id"))
OF_DOCUMENTS = Table(find_documents, ("pk", "title", "project_id"), DOCUMENT)
OF_PROJECTS = Table(find_projects, ("pk", "name", "id"), PROJECT)
_OF_FILES = Table(own_files, ("pk", "name"), FILE)
_OF_AGENTS = Table(partial(find_agents, archived=True), ("pk", "slug"), AGENT)
_OF_SKILLS = Table(find_skills, ("pk", "slug"), SKILL)
_TABLES = (OF_WORK, OF_DOCUMENTS, OF_PROJECTS, _OF_FILES, _OF_AGENTS, _OF_SKILLS)


def _documents(access: Access, project: UUID | None, conversation: UUID | None) -> Iterator[Ref]:
    homes = find_projects(access).filter(pk=project) if project else find_projects(access)
    for home in homes:
        yield from _placed(home)


def _placed(project: Project) -> Iterator[Ref]:
    for placed in placed_documents(project):
        yield Ref(DOCUMENT, placed.id, placed.title.title, project.pk, placed.words)


def _files(access: Access, project: UUID | None, conversation: UUID | None) -> Iterator[Ref]:
    """Yield the newest file of each name, those of the conversation first."""
    rows = own_files(access).values_list("pk", "name", "conversation_id")[:MOST_FILES]
    in_order = sorted(rows, key=lambda row: row[2] != conversation)
    newest: dict[str, Ref] = {}
    for pk, name, _ in in_order:
        newest.setdefault(name.casefold(), Ref(FILE, pk, name))
    yield from newest.values()


def _members(access: Access, project: UUID | None, conversation: UUID | None) -> Iterator[Ref]:
    members = Membership.objects.filter(tenant_id=access.tenant_id).order_by("created_at")
    for user_id, email, name in members.values_list("user_id", "user__email", "user__name"):
        yield Ref(MEMBER, user_id, email, alias=name)


def _connections(access: Access, project: UUID | None, conversation: UUID | None) -> Iterator[Ref]:
    for rows in (list_web_hooks(access), list_servers(access)):
        yield from (Ref(CONNECTION, pk, slug) for pk, slug in rows.values_list("pk", "slug"))


def _no_names(access: Access, project: UUID | None, conversation: UUID | None) -> Iterator[Ref]:
    yield from ()


LOADERS: Mapping[str, Loader] = {
    PROJECT: Loader(PROJECT, OF_PROJECTS.load),
    DOCUMENT: Loader(DOCUMENT, _documents),
    **dict.fromkeys(WORK, Loader("work", OF_WORK.load)),
    AGENT: Loader(AGENT, _OF_AGENTS.load),
    SKILL: Loader(SKILL, _OF_SKILLS.load),
    FILE: Loader(FILE, _files),
    MEMBER: Loader(MEMBER, _members),
    CONNECTION: Loader(CONNECTION, _connections),
    RUN: Loader(RUN, _no_names),  # identified by its id alone
}


def refs_of_ids(access: Access, ids: Collection[UUID]) -> Iterator[Ref]:
    """Yield the things with these ids: one query per table, until all are found."""
    missing = set(ids)
    for table in _TABLES:
        if not missing:
            return
        for ref in table.refs(table.rows(access).filter(pk__in=missing)):
            missing.discard(ref.id)
            yield ref
    if missing:
        yield from (Ref(RUN, run.pk, run.worker_name) for run in find_runs(access).filter(pk__in=missing))
