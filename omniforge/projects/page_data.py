"""Initial data of the project pages, so that they need no request when they open."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from omniforge.projects.kinds import ENTITY_KINDS, RULES, Kind, Relation, relations_between
from omniforge.projects.models import Document, Edge, Entity, Project
from omniforge.projects.representation import represent, type_of
from omniforge.projects.search.meaning import embedding_model
from omniforge.projects.selectors import edges_of, find_entities
from omniforge.projects.titles import titles_of
from omniforge.tenants.access import Access
from omniforge.tenants.connected.choice import models_of
from omniforge.tenants.models import Role

_ENTITIES = 500  # per project, last changed first

KINDS = {
    kind: {
        "states": RULES[kind].states,
        "ends": RULES[kind].ends,
        "fields": {name: of.__name__ for name, of in RULES[kind].fields.items()},
    }
    for kind in ENTITY_KINDS
}


def project_data(access: Access, project: Project) -> dict[str, Any]:
    """Return a project with the titles of its documents and its last changed entities."""
    entities = find_entities(access).filter(project=project)
    titles = titles_of(project)
    return {
        "may_write": access.role != Role.AUDITOR,
        "project": represent(project),
        "documents": [
            {"id": str(pk), "title": one.title, "version": one.version} for pk, one in titles.items()
        ],
        "entities": [represent(entity, without="description") for entity in entities[:_ENTITIES]],
        "left_out": max(0, entities.count() - _ENTITIES),
        "kinds": KINDS,
        "embedding_model": embedding_model(models_of(access.tenant_id)),
    }


def thing_data(access: Access, thing: Document | Entity) -> dict[str, Any]:
    """Return a document or an entity with its links and the allowed relations."""
    kind, edges = Kind(type_of(thing)), list(edges_of(access, thing.pk))
    titles = _titles(thing.project, edges)
    return {
        "may_write": access.role != Role.AUDITOR,
        "kind": kind,
        "row": represent(thing),
        "links": [_link(edge, thing.pk, titles) for edge in edges],
        "relations": {other: _relations(kind, other) for other in Kind},
        "kinds": KINDS,
    }


def _link(edge: Edge, thing_id: UUID, titles: dict[UUID, str]) -> dict[str, Any]:
    """Return a link as seen from one end, `forth` if that is its source."""
    kind, other = edge.other_end(thing_id)
    told = {"id": str(edge.pk), "relation": edge.relation, "forth": edge.source_id == thing_id}
    return told | {"other": {"kind": kind, "id": str(other), "title": titles.get(other, "")}}


def _relations(kind: Kind, other: Kind) -> list[dict[str, Any]]:
    """Return the relations that `kind` may have with `other`, in both directions."""
    forth = [{"relation": one, "forth": True} for one in relations_between(kind, other)]
    back = [one for one in relations_between(other, kind) if one is not Relation.RELATES_TO]
    return [*forth, *({"relation": one, "forth": False} for one in back)]


def _titles(project: Project, edges: Iterable[Edge]) -> dict[UUID, str]:
    ends = {end for edge in edges for end in (edge.source_id, edge.target_id)}
    entities = Entity.objects.filter(project=project, pk__in=ends).values_list("pk", "title")
    known = titles_of(project)
    return {pk: known[pk].title for pk in ends & known.keys()} | dict(entities)
