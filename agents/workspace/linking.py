"""Links between things of a project, in the direction in which they make sense."""

from agents.tools.tool import ToolFailed
from agents.workspace.borders import own_thing
from agents.workspace.resolving import Thing
from agents.workspace.scope import Scope
from omniforge.projects.changes import Changed
from omniforge.projects.kinds import ALLOWED, Kind, Relation, relations_between
from omniforge.projects.models import Edge
from omniforge.projects.representation import type_of
from omniforge.projects.selectors import find_edges
from omniforge.projects.services import EdgeService, Ref


def ref_of(thing: Thing) -> Ref:
    """Return which thing this is."""
    return Ref(Kind(type_of(thing)), thing.pk)


def link_things(scope: Scope, thing: Thing, to: str, relation: Relation | None) -> Changed[Edge]:
    """Link a thing to another one of its project, by its name; without a relation in the most telling one.

    A relation that makes sense only the other way round is made so: a task that is said to be in 'has_task'
    to a plan belongs to that plan. Raises ToolFailed, Conflict where they are linked so already.
    """
    source, target = ref_of(thing), ref_of(own_thing(scope, to, tuple(Kind), str(thing.project_id)))
    relation = relation or relations_between(source.kind, target.kind)[0]
    turned = (source.kind, relation, target.kind) not in ALLOWED
    ends = (
        (target, source) if turned and (target.kind, relation, source.kind) in ALLOWED else (source, target)
    )
    return EdgeService(scope.access, turn_id=scope.turn_id).create(ends[0], relation, ends[1])


def edge_between(scope: Scope, one: Thing, other: Thing, relation: Relation | None) -> Edge:
    """Return the link of two things, whichever way it goes. Raises ToolFailed."""
    ends, pairs = {one.pk, other.pk}, find_edges(scope.access).filter(source_id__in=(one.pk, other.pk))
    edges = [edge for edge in pairs if {edge.source_id, edge.target_id} == ends]
    found = [edge for edge in edges if relation in (None, edge.relation)]
    if len(found) == 1:
        return found[0]
    there = ", ".join(edge.relation for edge in edges) or "none"
    raise ToolFailed(f"Say which link of '{one.title}' and '{other.title}': there is {there}.", outside=True)
