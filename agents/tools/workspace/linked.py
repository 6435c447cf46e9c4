"""The links of a thing, with names, and how two things can be linked."""

from uuid import UUID

from pydantic import BaseModel

from agents.failures import ToolFailed
from agents.tools.workspace.scope import Scope
from omniforge.projects.kinds import ALLOWED, Kind, Relation, relations_between
from omniforge.projects.models import Document, Edge, Entity
from omniforge.projects.selectors import edges_of, find_edges, titles_of_things
from omniforge.tenants.access import Access

Thing = Document | Entity


class Link(BaseModel):
    """A link seen from one end: `forward` if it starts there, as in 'this task supports goal'."""

    relation: str
    forward: bool
    kind: str
    id: str
    title: str


def links_of(access: Access, thing_id: UUID) -> list[Link]:
    """Return the links of a document or an entity, oldest first."""
    edges = list(edges_of(access, thing_id))
    ends = {edge.pk: edge.other_end(thing_id) for edge in edges}
    titles = titles_of_things(access, {end for _, end in ends.values()})
    return [
        Link(
            relation=edge.relation,
            forward=edge.source_id == thing_id,
            kind=kind,
            id=str(end),
            title=titles.get(end, ""),
        )
        for edge in edges
        for kind, end in [ends[edge.pk]]
    ]


def is_linked(access: Access, source: UUID, relation: str, target: UUID) -> bool:
    """Return whether two things are linked so already."""
    return find_edges(access).filter(source_id=source, relation=relation, target_id=target).exists()


def edge_between(scope: Scope, one: Thing, other: Thing, relation: Relation | None) -> Edge:
    """Return the link between two things, in either direction. Raises ToolFailed."""
    ends, pairs = {one.pk, other.pk}, find_edges(scope.access).filter(source_id__in=(one.pk, other.pk))
    edges = [edge for edge in pairs if {edge.source_id, edge.target_id} == ends]
    found = [edge for edge in edges if relation in (None, edge.relation)]
    if len(found) == 1:
        return found[0]
    there = ", ".join(edge.relation for edge in edges) or "none"
    raise ToolFailed(f"Say which link of '{one.title}' and '{other.title}': there is {there}.", outside=True)


def standing_between(source: Kind, target: Kind, wanted: str | None) -> tuple[Relation, bool]:
    """Return the relation between two things, and whether source and target are swapped for it.

    A relation that is invalid for these kinds doesn't fail the batch: it becomes a plain 'relates to',
    which is reported.
    """
    possible = relations_between(source, target)
    if not wanted:
        return possible[0], False
    relation = Relation(wanted)
    if (source, relation, target) in ALLOWED or not possible:
        return relation, False
    if (target, relation, source) in ALLOWED:
        return relation, True
    return (Relation.RELATES_TO if Relation.RELATES_TO in possible else possible[0]), False
