"""The tool that reads all about a task, a goal or the like."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from agents.events import Operation
from agents.tools.context import CallContext
from agents.tools.tool import Doing, ToolArguments, ToolResult, tool
from agents.workspace.arguments import EntityKind, ProjectName, ThingName
from agents.workspace.linked import Link, links_of
from agents.workspace.resolving import entity_named
from agents.workspace.scope import Scope
from omniforge.database import in_database


class WhichEntity(ToolArguments):
    """A thing, but no document."""

    entity: ThingName
    kind: EntityKind | None = None
    project: ProjectName = ""


class EntityDetails(ToolResult):
    """All about a thing, and what it is linked to."""

    id: str
    kind: str
    title: str
    description: str
    state: str
    priority: int | None
    due_on: date | None
    fields: dict[str, Any]
    project: str
    project_id: str
    version: int
    completed_at: datetime | None
    links: list[Link]

    def summary(self) -> str:
        return f"{self.title} ({self.state})"

    def operations(self) -> Sequence[Operation]:
        return [Operation("read", self.kind, self.title, "done", self.id)]


@tool(said='Looking at "{entity}"', outside=True, doing=Doing("read", "entity"))
async def read_entity(arguments: WhichEntity, context: CallContext) -> EntityDetails:
    """Read all about a task, goal, plan, milestone, risk or requirement, with what it is linked to."""
    return await in_database(_read, arguments, Scope.of(context))


def _read(arguments: WhichEntity, scope: Scope) -> EntityDetails:
    entity = entity_named(scope, arguments.entity, arguments.kind, arguments.project)
    return EntityDetails(
        id=str(entity.pk),
        kind=entity.kind,
        title=entity.title,
        description=entity.description,
        state=entity.state,
        priority=entity.priority,
        due_on=entity.due_on,
        fields=entity.fields,
        project=entity.project.name,
        project_id=str(entity.project_id),
        version=entity.version,
        completed_at=entity.completed_at,
        links=links_of(scope.access, entity.pk),
    )
