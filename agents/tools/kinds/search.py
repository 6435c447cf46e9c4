"""Tools that search what projects know: in one of them, or in all."""

from collections.abc import Sequence
from uuid import UUID

from pydantic import BaseModel, Field

from agents.counting import counted
from agents.events import Operation, Source
from agents.tools.context import CallContext
from agents.tools.tool import Doing, ToolArguments, ToolResult, tool
from agents.workspace.arguments import ProjectName
from agents.workspace.resolving import project_named
from agents.workspace.scope import Scope
from omniforge.database import in_database
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Project
from omniforge.projects.search import Hit, Meaning, meaning_of, search
from omniforge.projects.selectors import find_projects
from omniforge.tenants.access import Access


class WhatToFind(ToolArguments):
    """What to look for."""

    query: str = Field(min_length=1, max_length=300, description="The telling words. Rare ones count most.")
    kinds: list[Kind] = Field(default_factory=list, description="Only these; left out: everything.")
    limit: int = Field(10, ge=1, le=20)


class WhatToFindWhere(WhatToFind):
    """What to look for in which project."""

    project: ProjectName = ""


class FoundThing(BaseModel):
    """A document or an entity, with the place in it that shows why it was found."""

    kind: str
    id: str
    title: str
    project: str
    heading: str | None
    snippet: str
    link: str = Field(exclude=True)

    @classmethod
    def of(cls, hit: Hit, projects: dict[UUID, str]) -> "FoundThing":
        return cls(
            kind=hit.kind,
            id=str(hit.id),
            title=hit.title,
            project=projects.get(hit.project_id, ""),
            heading=hit.heading or None,
            snippet=hit.snippet,
            link=hit.link,
        )


class FoundThings(ToolResult):
    """What was found, best first; `note` says what the search could not do."""

    within: str
    found: list[FoundThing]
    note: str | None = None

    def summary(self) -> str:
        return f"{counted(len(self.found), 'thing')} found in {self.within}"

    def operations(self) -> Sequence[Operation]:
        return [Operation("search", "project", self.within, "done")]

    def sources(self) -> Sequence[Source]:
        return [Source(one.title, one.link, one.snippet) for one in self.found]


@tool(said='Searching all projects for "{query}"', outside=True)
async def search_workspace(arguments: WhatToFind, context: CallContext) -> FoundThings:
    """Search all projects: documents, tasks, goals and the rest. Returns ids to read on.

    With its answer come the tools that read and change what is in a project.
    """
    return await _found(arguments, context, None)


@tool(said='Searching the project for "{query}"', outside=True, doing=Doing("search", "project", "project"))
async def search_project(arguments: WhatToFindWhere, context: CallContext) -> FoundThings:
    """Search one project: its documents, tasks, goals and the rest. Returns ids to read on."""
    project = await in_database(project_named, Scope.of(context), arguments.project)
    return await _found(arguments, context, project)


async def _found(arguments: WhatToFind, context: CallContext, project: Project | None) -> FoundThings:
    access, project_id = context.access, project.pk if project else None
    meaning = await meaning_of(context.models, access, arguments.query, project_id)
    within = project.name if project else "all projects"
    return await in_database(_hits, access, arguments, project_id, within, meaning)


def _hits(
    access: Access, arguments: WhatToFind, project_id: UUID | None, within: str, meaning: Meaning
) -> FoundThings:
    hits = search(
        access,
        arguments.query,
        project_id=project_id,
        kinds=arguments.kinds,
        limit=arguments.limit,
        meaning=meaning,
    )
    projects = find_projects(access).filter(pk__in={hit.project_id for hit in hits})
    names = dict(projects.values_list("id", "name"))
    found = [FoundThing.of(hit, names) for hit in hits]
    return FoundThings(within=within, found=found, note=hits.note or None)
