"""Tools over the projects of the workspace."""

from collections.abc import Sequence
from typing import Literal, cast

from pydantic import BaseModel, Field

from agents.tools.context import CallContext
from agents.tools.tool import Doing, Effect, ToolArguments, tool
from agents.workspace.arguments import Description, ExpectedVersion, Limit, ProjectName, Start, Title
from agents.workspace.borders import own_project
from agents.workspace.listing import Listing, in_short, next_start
from agents.workspace.results import Written
from agents.workspace.scope import Scope, Target
from omniforge.database import in_database
from omniforge.projects.models import Project
from omniforge.projects.selectors import find_projects
from omniforge.projects.services import ProjectService
from omniforge.projects.validation import ProjectFields

State = Literal["planning", "active", "paused", "completed", "cancelled"]


class WhichProjects(ToolArguments):
    """Which ones to list."""

    state: State | None = None
    start: Start = 1
    limit: Limit = 30


class ListedProject(BaseModel):
    """A project in short."""

    id: str
    name: str
    description: str
    state: str
    version: int

    @classmethod
    def of(cls, project: Project) -> "ListedProject":
        return cls(
            id=str(project.pk),
            name=project.name,
            description=in_short(project.description),
            state=project.state,
            version=project.version,
        )


class Projects(Listing):
    """Projects, the one in which something changed last first."""

    projects: list[ListedProject]


@tool(said="Looking at the projects", outside=True)
async def list_projects(arguments: WhichProjects, context: CallContext) -> Projects:
    """List the projects of the workspace: id, name, what each is about, where it stands.

    With its answer come the tools that read and change what is in a project.
    """
    return await in_database(_listed, arguments, Scope.of(context))


def _listed(arguments: WhichProjects, scope: Scope) -> Projects:
    found = find_projects(scope.access)
    found = found.filter(state=arguments.state) if arguments.state else found
    first, total = arguments.start - 1, found.count()
    rows = found[first : first + arguments.limit]
    return Projects(
        of="project",
        within="the workspace",
        projects=[ListedProject.of(one) for one in rows],
        total=total,
        next_start=next_start(arguments.start, len(rows), total),
    )


class NewProject(ToolArguments):
    """What a new project is."""

    name: Title
    description: Description = Field("", description="What it is about, in a sentence.")
    context: str = Field(
        "",
        max_length=20_000,
        description="What the person said of purpose, goals and limits, in their words. Add nothing to it.",
    )


def _to_be_made(arguments: NewProject, scope: Scope) -> Sequence[Target]:
    return [Target("create", "project", arguments.name)]


@tool(
    said='Making the project "{name}"',
    effect=Effect.WRITE,
    about=_to_be_made,
    doing=Doing("create", "name", "project"),
)
async def create_project(arguments: NewProject, context: CallContext) -> Written:
    """Make a project, with a context document in the person's own words. Only when they asked for one."""
    return await in_database(_create, arguments, Scope.of(context))


def _create(arguments: NewProject, scope: Scope) -> Written:
    service = ProjectService(scope.access, turn_id=scope.turn_id)
    changed = service.create(
        context=arguments.context, name=arguments.name, description=arguments.description
    )
    return Written.of(changed, "created")


class ProjectChange(ToolArguments):
    """What is to be different; what is left out stays."""

    project: ProjectName = ""
    version: ExpectedVersion = None
    name: Title | None = None
    description: Description | None = None
    state: State | None = None


def _named(arguments: ProjectChange, scope: Scope) -> Sequence[Target]:
    project = own_project(scope, arguments.project)
    return [Target("update", "project", project.name, project.pk)]


@tool(
    said="Changing the project",
    effect=Effect.WRITE,
    about=_named,
    doing=Doing("update", "project", "project"),
)
async def update_project(arguments: ProjectChange, context: CallContext) -> Written:
    """Change a project's name, its description, or where it stands."""
    return await in_database(_update, arguments, Scope.of(context))


def _update(arguments: ProjectChange, scope: Scope) -> Written:
    fields = arguments.model_dump(include={"name", "description", "state"}, exclude_none=True)
    project = own_project(scope, arguments.project)
    service = ProjectService(scope.access, turn_id=scope.turn_id)
    changed = service.update(project.pk, version=arguments.version, **cast(ProjectFields, fields))
    return Written.of(changed, "updated", changed.row.state)
