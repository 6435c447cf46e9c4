"""Tools that link things of a project, and unlink them."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from agents.events import Operation
from agents.tools.context import CallContext
from agents.tools.tool import Effect, ToolArguments, tool
from agents.workspace.arguments import ProjectName, ThingName
from agents.workspace.borders import own_thing
from agents.workspace.linking import edge_between, link_things
from agents.workspace.resolving import Thing
from agents.workspace.results import Changing
from agents.workspace.scope import Scope, Target
from omniforge.database import in_database
from omniforge.projects.changes import Change
from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.models import Edge
from omniforge.projects.representation import type_of
from omniforge.projects.services import EdgeService


class TwoThings(ToolArguments):
    """Two things of one project: documents, tasks, goals, plans, milestones, risks, requirements."""

    source: ThingName
    target: ThingName
    relation: Relation | None = Field(
        None, description="How the source stands to the target, as in 'task supports goal'."
    )
    project: ProjectName = ""


class Linked(Changing):
    """A link that was made or taken away."""

    done: Literal["linked", "unlinked"]
    source: str
    relation: str
    target: str
    edges_created: list[str] = []

    def summary(self) -> str:
        return f"{self._said}: {self.done}"

    def operations(self) -> Sequence[Operation]:
        return [Operation("create" if self.done == "linked" else "delete", "link", self._said, "done")]

    @property
    def _said(self) -> str:
        return f"{self.source} {self.relation.replace('_', ' ')} {self.target}"


def _ends(arguments: TwoThings, scope: Scope) -> tuple[Thing, Thing]:
    source = own_thing(scope, arguments.source, tuple(Kind), arguments.project)
    return source, own_thing(scope, arguments.target, tuple(Kind), str(source.project_id))


def _both(arguments: TwoThings, scope: Scope) -> Sequence[Target]:
    return [Target("update", type_of(one), one.title, one.pk) for one in _ends(arguments, scope)]


@tool(said='Linking "{source}" to "{target}"', effect=Effect.WRITE, about=_both)
async def link(arguments: TwoThings, context: CallContext) -> Linked:
    """Link two things of a project. Without a relation the most telling one between the two is taken."""
    return await in_database(_link, arguments, Scope.of(context))


def _link(arguments: TwoThings, scope: Scope) -> Linked:
    source, target = _ends(arguments, scope)
    changed = link_things(scope, source, str(target.pk), arguments.relation)
    return _told("linked", changed.row, (source, target), changed.changes)


@tool(said='Unlinking "{source}" from "{target}"', effect=Effect.WRITE, about=_both)
async def unlink(arguments: TwoThings, context: CallContext) -> Linked:
    """Take a link between two things away; the things stay. Name the relation where there are several."""
    return await in_database(_unlink, arguments, Scope.of(context))


def _unlink(arguments: TwoThings, scope: Scope) -> Linked:
    ends = _ends(arguments, scope)
    edge = edge_between(scope, *ends, arguments.relation)
    changes = EdgeService(scope.access, turn_id=scope.turn_id).delete(edge.pk)
    return _told("unlinked", edge, ends, changes)


def _told(
    done: Literal["linked", "unlinked"], edge: Edge, ends: tuple[Thing, Thing], changes: tuple[Change, ...]
) -> Linked:
    """Say what became of a link, in the direction in which it goes."""
    source, target = ends if edge.source_id == ends[0].pk else reversed(ends)
    linked = Linked(done=done, source=source.title, relation=edge.relation, target=target.title)
    linked.edges_created = [str(edge.pk)] if done == "linked" else []
    linked._changes = changes
    return linked
