"""Tools that list what a project does, wants and fears: its tasks, goals, plans, milestones, risks …"""

from collections.abc import Iterator
from datetime import date
from typing import Any

from django.db.models import F, QuerySet
from pydantic import BaseModel, Field

from agents.tools.context import CallContext
from agents.tools.tool import Doing, ToolArguments, ToolFailed, tool
from agents.workspace.arguments import EntityKind, Limit, ProjectName, Start
from agents.workspace.listing import Listing, in_short, next_start
from agents.workspace.resolving import home_of
from agents.workspace.scope import Scope
from omniforge.database import in_database
from omniforge.projects.kinds import RULES, Kind
from omniforge.projects.models import Entity
from omniforge.projects.selectors import find_entities

_STATES = "One of its states, or 'open' for all that have not come to their end."


class WhichOnes(ToolArguments):
    """Which ones to list."""

    project: ProjectName = ""
    state: str = Field("", max_length=20, description=_STATES)
    due_from: date | None = Field(None, description="Due on this day or later.")
    due_until: date | None = Field(None, description="Due on this day or before.")
    start: Start = 1
    limit: Limit = 30


class WhichKind(WhichOnes):
    """Which ones of which kind."""

    kind: EntityKind


class ListedEntity(BaseModel):
    """One of a list, in short."""

    id: str
    title: str
    state: str
    priority: int | None
    due_on: date | None
    description: str
    project: str
    version: int

    @classmethod
    def of(cls, entity: Entity) -> "ListedEntity":
        return cls(
            id=str(entity.pk),
            title=entity.title,
            state=entity.state,
            priority=entity.priority,
            due_on=entity.due_on,
            description=in_short(entity.description),
            project=entity.project.name,
            version=entity.version,
        )


class Entities(Listing):
    """What was found: what is due first stands first, then what is most urgent."""

    entities: list[ListedEntity]


@tool(said="Looking at the tasks", outside=True, doing=Doing("list", "project", "task"))
async def list_tasks(arguments: WhichOnes, context: CallContext) -> Entities:
    """List tasks of a project, or of all where none is named or in focus: state, priority from 1, due date.

    States are todo, in_progress, blocked, done; 'open' is all but done.
    """
    return await in_database(_listed, Kind.TASK, arguments, Scope.of(context))


@tool(said="Looking at the goals", outside=True, doing=Doing("list", "project", "goal"))
async def list_goals(arguments: WhichOnes, context: CallContext) -> Entities:
    """List goals of a project, or of all where none is named or in focus.

    States are draft, active, achieved, abandoned; 'open' is draft and active.
    """
    return await in_database(_listed, Kind.GOAL, arguments, Scope.of(context))


@tool(said="Looking at the plans", outside=True, doing=Doing("list", "project", "plan"))
async def list_plans(arguments: WhichOnes, context: CallContext) -> Entities:
    """List plans of a project, or of all where none is named or in focus.

    States are draft, active, completed; 'open' is all but completed.
    """
    return await in_database(_listed, Kind.PLAN, arguments, Scope.of(context))


@tool(said="Looking at each {kind}", outside=True, doing=Doing("list", "project"))
async def list_entities(arguments: WhichKind, context: CallContext) -> Entities:
    """List things of one kind, also milestones, risks and requirements, of a project or of all."""
    return await in_database(_listed, Kind(arguments.kind), arguments, Scope.of(context))


def _listed(kind: Kind, arguments: WhichOnes, scope: Scope) -> Entities:
    project = home_of(scope, arguments.project)
    found = find_entities(scope.access, kind).select_related("project")
    found = found.filter(project=project) if project else found
    found = found.filter(**dict(_conditions(kind, arguments)))
    first, total = arguments.start - 1, found.count()
    rows = _in_order(found)[first : first + arguments.limit]
    return Entities(
        of=kind,
        within=project.name if project else "all projects",
        entities=[ListedEntity.of(one) for one in rows],
        total=total,
        next_start=next_start(arguments.start, len(rows), total),
    )


def _conditions(kind: Kind, arguments: WhichOnes) -> Iterator[tuple[str, Any]]:
    rules = RULES[kind]
    if arguments.state == "open":
        yield "state__in", [state for state in rules.states if state not in rules.ends]
    elif arguments.state:
        yield "state", _state(kind, arguments.state)
    if arguments.due_from:
        yield "due_on__gte", arguments.due_from
    if arguments.due_until:
        yield "due_on__lte", arguments.due_until


def _state(kind: Kind, state: str) -> str:
    if state not in RULES[kind].states:
        raise ToolFailed(f"A {kind} has no state '{state}'. Use open, {', '.join(RULES[kind].states)}.")
    return state


def _in_order(found: QuerySet[Entity]) -> QuerySet[Entity]:
    due, urgent = F("due_on").asc(nulls_last=True), F("priority").asc(nulls_last=True)
    return found.order_by(due, urgent, "-updated_at", "-id")
