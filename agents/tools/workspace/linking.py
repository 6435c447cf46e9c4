"""The link between two things of a project."""

from agents.failures import ToolFailed
from agents.tools.workspace.scope import Scope
from omniforge.projects.kinds import Relation
from omniforge.projects.models import Document, Edge, Entity
from omniforge.projects.selectors import find_edges

Thing = Document | Entity


def edge_between(scope: Scope, one: Thing, other: Thing, relation: Relation | None) -> Edge:
    """Return the link of two things, whichever way it goes. Raises ToolFailed."""
    ends, pairs = {one.pk, other.pk}, find_edges(scope.access).filter(source_id__in=(one.pk, other.pk))
    edges = [edge for edge in pairs if {edge.source_id, edge.target_id} == ends]
    found = [edge for edge in edges if relation in (None, edge.relation)]
    if len(found) == 1:
        return found[0]
    there = ", ".join(edge.relation for edge in edges) or "none"
    raise ToolFailed(f"Say which link of '{one.title}' and '{other.title}': there is {there}.", outside=True)
