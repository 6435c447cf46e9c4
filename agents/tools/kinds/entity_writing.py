"""Tools that make, change and delete tasks, goals, plans, milestones, risks and requirements."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Literal, cast

from django.db import transaction
from pydantic import BaseModel, Field

from agents.tools.context import CallContext
from agents.tools.tool import Doing, Effect, ToolArguments, tool
from agents.workspace.arguments import (
    Description,
    EntityKind,
    ExpectedVersion,
    Priority,
    ProjectName,
    ThingName,
    Title,
)
from agents.workspace.borders import own_entity, own_project
from agents.workspace.linking import link_things
from agents.workspace.results import Written
from agents.workspace.scope import Scope, Target
from omniforge.database import in_database
from omniforge.projects.changes import Changed
from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.models import Entity
from omniforge.projects.services import EntityService
from omniforge.projects.validation import EntityFields

_STATES = (
    "task: todo, in_progress, blocked, done. goal: draft, active, achieved, abandoned. plan: draft, active, "
    "completed. milestone: pending, in_progress, completed, missed. risk: identified, mitigated, occurred, "
    "closed. requirement: draft, agreed, met, dropped. The first one where it is left out."
)
_FIELDS = (
    "all: assignee, a name. risk also: probability (0 to 1), impact, mitigation. requirement also: source."
)
_CHANGED = {"title", "description", "state", "priority", "due_on", "fields"}


class NewLink(BaseModel):
    """A link to something that is in the project already."""

    to: ThingName
    relation: Relation | None = Field(None, description="Left out: the most telling one between the two.")


class NewEntity(ToolArguments):
    """What a new thing is."""

    kind: EntityKind
    title: Title
    description: Description = ""
    state: str | None = Field(None, max_length=20, description=_STATES)
    priority: Priority = None
    due_on: date | None = None
    fields: dict[str, Any] = Field(default_factory=dict, description=_FIELDS)
    links: list[NewLink] = Field(default_factory=list, max_length=20, description="What it is linked to.")
    project: ProjectName = ""


def _to_be_made(arguments: NewEntity, scope: Scope) -> Sequence[Target]:
    own_project(scope, arguments.project)
    return [Target("create", arguments.kind, arguments.title)]


@tool(
    said='Adding the {kind} "{title}"',
    effect=Effect.WRITE,
    cap=50,
    about=_to_be_made,
    doing=Doing("create", "title"),
)
async def create_entity(arguments: NewEntity, context: CallContext) -> Written:
    """Add a task, goal, plan, milestone, risk or requirement to a project, and link it to what is there.

    Look first whether it is there already: then change it with update_entity.
    """
    return await in_database(_create, arguments, Scope.of(context))


@transaction.atomic
def _create(arguments: NewEntity, scope: Scope) -> Written:
    project = own_project(scope, arguments.project)
    service = EntityService(scope.access, Kind(arguments.kind), turn_id=scope.turn_id)
    made = service.create(project.pk, **_fields(arguments))
    linked = [link_things(scope, made.row, one.to, one.relation) for one in arguments.links]
    changes = (*made.changes, *(change for edge in linked for change in edge.changes))
    return Written.of(Changed(made.row, changes), "created")


class NamedEntity(ToolArguments):
    """A thing that is to be changed."""

    entity: ThingName
    kind: EntityKind | None = None
    project: ProjectName = ""
    version: ExpectedVersion = None


def _meant(arguments: NamedEntity, scope: Scope) -> Entity:
    return own_entity(scope, arguments.entity, arguments.kind, arguments.project)


def _named(arguments: NamedEntity, scope: Scope) -> Sequence[Target]:
    entity = _meant(arguments, scope)
    return [Target("update", entity.kind, entity.title, entity.pk)]


def _to_be_deleted(arguments: NamedEntity, scope: Scope) -> Sequence[Target]:
    return [replace(one, action="delete") for one in _named(arguments, scope)]


class EntityChange(NamedEntity):
    """What is to be different; what is left out stays."""

    title: Title | None = None
    description: Description | None = None
    state: str | None = Field(None, max_length=20, description=_STATES)
    priority: Priority = None
    due_on: date | None = None
    fields: dict[str, Any] | None = Field(None, description=_FIELDS)
    clear: list[Literal["priority", "due_on"]] = Field(default_factory=list, description="What to take away.")


@tool(said='Changing "{entity}"', effect=Effect.WRITE, cap=50, about=_named, doing=Doing("update", "entity"))
async def update_entity(arguments: EntityChange, context: CallContext) -> Written:
    """Change a task, goal, plan, milestone, risk or requirement: mark it done, move its date, rename it."""
    return await in_database(_update, arguments, Scope.of(context))


def _update(arguments: EntityChange, scope: Scope) -> Written:
    entity = _meant(arguments, scope)
    fields = cast(EntityFields, {**_fields(arguments), **dict.fromkeys(map(str, arguments.clear))})
    service = EntityService(scope.access, Kind(entity.kind), turn_id=scope.turn_id)
    changed = service.update(entity.pk, version=arguments.version, **fields)
    return Written.of(changed, "updated", changed.row.state)


@tool(said='Deleting "{entity}"', effect=Effect.WRITE, about=_to_be_deleted, doing=Doing("delete", "entity"))
async def delete_entity(arguments: NamedEntity, context: CallContext) -> Written:
    """Put a task, goal, plan, milestone, risk or requirement into the trash, from where it can come back.

    What is finished is not deleted but marked so, with update_entity.
    """
    return await in_database(_delete, arguments, Scope.of(context))


def _delete(arguments: NamedEntity, scope: Scope) -> Written:
    entity = _meant(arguments, scope)
    service = EntityService(scope.access, Kind(entity.kind), turn_id=scope.turn_id)
    return Written.of(service.delete(entity.pk, version=arguments.version), "deleted")


def _fields(arguments: NewEntity | EntityChange) -> EntityFields:
    return cast(EntityFields, arguments.model_dump(include=_CHANGED, exclude_none=True))
