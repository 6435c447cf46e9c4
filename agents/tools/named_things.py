"""The things that have names, by kind: where their names are read, always within what the person may see."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

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
WORK = tuple(kind.value for kind in ENTITY_KINDS)
IN_PROJECTS = (DOCUMENT, *WORK)
_MOST = 5_000  # the newest of each sort whose names are opened
_MOST_FILES = 200


@dataclass(frozen=True, slots=True)
class Ref:
    """A thing that words can mean. `path` is where a document stands in its project."""

    kind: str
    id: UUID
    title: str
    project_id: UUID | None = None
    path: str = ""
    alias: str = ""

    @property
    def spoken(self) -> str:
        """The title as it is said: 'orders reminder' of 'orders-reminder', of a member the name."""
        return self.alias or (self.title.replace("-", " ") if self.kind in (AGENT, SKILL) else self.title)


class Loader(NamedTuple):
    """Reads the names of things; kinds that lie in one table share a loader."""

    name: str
    load: Callable[[Access, UUID | None, UUID | None], Iterator[Ref]]


def _projects(access: Access, project: UUID | None, conversation: UUID | None) -> Iterator[Ref]:
    for project_id, name in find_projects(access).values_list("pk", "name")[:_MOST]:
        yield Ref(PROJECT, project_id, name, project_id)


def _documents(access: Access, project: UUID | None, conversation: UUID | None) -> Iterator[Ref]:
    homes = find_projects(access).filter(pk=project) if project else find_projects(access)
    for home in homes:
        yield from _placed(home)


def _placed(project: Project) -> Iterator[Ref]:
    for placed in placed_documents(project):
        yield Ref(DOCUMENT, placed.id, placed.title.title, project.pk, placed.words)


def _entities(access: Access, project: UUID | None, conversation: UUID | None) -> Iterator[Ref]:
    found = find_entities(access)
    found = found.filter(project_id=project) if project else found
    for kind, entity_id, title, home in found.values_list("kind", "pk", "title", "project_id")[:_MOST]:
        yield Ref(kind, entity_id, title, home)


def _agents(access: Access, project: UUID | None, conversation: UUID | None) -> Iterator[Ref]:
    return (Ref(AGENT, pk, slug) for pk, slug in find_agents(access, archived=True).values_list("pk", "slug"))


def _skills(access: Access, project: UUID | None, conversation: UUID | None) -> Iterator[Ref]:
    return (Ref(SKILL, pk, slug) for pk, slug in find_skills(access).values_list("pk", "slug"))


def _files(access: Access, project: UUID | None, conversation: UUID | None) -> Iterator[Ref]:
    """Yield the newest file of each name, those of the conversation first."""
    rows = own_files(access).values_list("pk", "name", "conversation_id")[:_MOST_FILES]
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
    PROJECT: Loader(PROJECT, _projects),
    DOCUMENT: Loader(DOCUMENT, _documents),
    **dict.fromkeys(WORK, Loader("work", _entities)),
    AGENT: Loader(AGENT, _agents),
    SKILL: Loader(SKILL, _skills),
    FILE: Loader(FILE, _files),
    MEMBER: Loader(MEMBER, _members),
    CONNECTION: Loader(CONNECTION, _connections),
    RUN: Loader(RUN, _no_names),  # known by its id alone
}


def refs_of_ids(access: Access, ids: Collection[UUID]) -> Iterator[Ref]:
    """Yield the things of these ids: a query for each sort, until all are found."""
    missing = set(ids)
    for look in _BY_ID:
        if not missing:
            return
        for ref in look(access, missing):
            missing.discard(ref.id)
            yield ref


def _documents_of(access: Access, ids: Collection[UUID]) -> list[Ref]:
    rows = find_documents(access).filter(pk__in=ids).values_list("pk", "title", "project_id")
    return [Ref(DOCUMENT, *row) for row in rows]


def _entities_of(access: Access, ids: Collection[UUID]) -> list[Ref]:
    rows = find_entities(access).filter(pk__in=ids).values_list("kind", "pk", "title", "project_id")
    return [Ref(*row) for row in rows]


def _projects_of(access: Access, ids: Collection[UUID]) -> list[Ref]:
    rows = find_projects(access).filter(pk__in=ids).values_list("pk", "name")
    return [Ref(PROJECT, pk, name, pk) for pk, name in rows]


def _files_of(access: Access, ids: Collection[UUID]) -> list[Ref]:
    return [Ref(FILE, *row) for row in own_files(access).filter(pk__in=ids).values_list("pk", "name")]


def _agents_of(access: Access, ids: Collection[UUID]) -> list[Ref]:
    rows = find_agents(access, archived=True).filter(pk__in=ids).values_list("pk", "slug")
    return [Ref(AGENT, *row) for row in rows]


def _skills_of(access: Access, ids: Collection[UUID]) -> list[Ref]:
    return [Ref(SKILL, *row) for row in find_skills(access).filter(pk__in=ids).values_list("pk", "slug")]


def _runs_of(access: Access, ids: Collection[UUID]) -> list[Ref]:
    return [Ref(RUN, run.pk, run.worker_name) for run in find_runs(access).filter(pk__in=ids)]


_BY_ID = (_entities_of, _documents_of, _projects_of, _files_of, _agents_of, _skills_of, _runs_of)
