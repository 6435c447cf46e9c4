"""What a thing is linked to, with names."""

from collections.abc import Mapping
from uuid import UUID

from pydantic import BaseModel

from omniforge.projects.selectors import edges_of, find_documents, find_entities
from omniforge.tenants.access import Access


class Link(BaseModel):
    """A link as seen from one end: `forward` where it is read from there, as in 'this task supports goal'."""

    relation: str
    forward: bool
    kind: str
    id: str
    title: str


def links_of(access: Access, thing_id: UUID) -> list[Link]:
    """Return the links of a document or an entity, oldest first."""
    edges = list(edges_of(access, thing_id))
    ends = {edge.pk: edge.other_end(thing_id) for edge in edges}
    titles = _titles(access, {end for _, end in ends.values()})
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


def _titles(access: Access, things: set[UUID]) -> Mapping[UUID, str]:
    documents = find_documents(access).filter(pk__in=things).values_list("id", "title")
    entities = find_entities(access).filter(pk__in=things).values_list("id", "title")
    return dict(documents) | dict(entities)
