"""Changing the links between objects."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from omniforge.errors import Conflict, InvalidInput
from omniforge.projects.changes import Batch, Change, Changed, check_version, record_changes
from omniforge.projects.kinds import ALLOWED, Kind, Relation, relations_between
from omniforge.projects.models import Action, Edge
from omniforge.projects.representation import represent
from omniforge.projects.selectors import edges_of, find_edges, get_thing, one
from omniforge.tenants.access import Access


class Ref(NamedTuple):
    """A reference to an object of a project: its kind and id."""

    kind: Kind
    id: UUID


class EdgeService:
    """Links and unlinks objects. Changes record the turn's id."""

    def __init__(self, access: Access, *, turn_id: UUID | None = None) -> None:
        self._access, self._turn_id = access, turn_id

    def create(self, source: Ref, relation: Relation, target: Ref) -> Changed[Edge]:
        """Link two things of a project. Raises NotFound, InvalidInput, Conflict if the link exists."""
        check_link(source.kind, relation, target.kind)
        with record_changes(self._access, self._project_of(source), self._turn_id) as batch:
            self._check_ends(source, target)
            edge = self._new(batch, source, relation, target)
            _save(edge)
            batch.appears(edge)
        return Changed(edge, batch.changes)

    def read(self, edge_id: UUID) -> Edge:
        """Return an edge. Raises NotFound."""
        return one(find_edges(self._access), edge_id)

    def update(self, edge_id: UUID, relation: Relation, *, version: int | None = None) -> Changed[Edge]:
        """Change the relation of a link. Raises as `create`, and Conflict for another version."""
        with record_changes(self._access, self.read(edge_id).project_id, self._turn_id) as batch:
            edge = self.read(edge_id)
            check_link(Kind(edge.source_kind), relation, Kind(edge.target_kind))
            check_version(edge, version)
            before = represent(edge)
            edge.relation, edge.version = relation, edge.version + 1
            _save(edge)
            batch.alters(edge, before)
        return Changed(edge, batch.changes)

    def delete(self, edge_id: UUID, *, version: int | None = None) -> tuple[Change, ...]:
        """Delete a link. Raises NotFound, and Conflict for another version."""
        with record_changes(self._access, self.read(edge_id).project_id, self._turn_id) as batch:
            edge = self.read(edge_id)
            check_version(edge, version)
            drop_edges(batch, [edge])
        return batch.changes

    def restore(self, former: Mapping[str, Any], *, number: int) -> Changed[Edge]:
        """Recreate an edge from its former representation, as version `number`.

        Raises NotFound if one of its ends is missing, Conflict if the link exists again.
        """
        source = Ref(Kind(former["source_kind"]), UUID(former["source_id"]))
        target = Ref(Kind(former["target_kind"]), UUID(former["target_id"]))
        with record_changes(self._access, self._project_of(source), self._turn_id) as batch:
            self._check_ends(source, target)
            edge = self._new(batch, source, Relation(former["relation"]), target)
            edge.pk, edge.version = UUID(former["id"]), number
            edge.created_at = datetime.fromisoformat(former["created_at"])
            _save(edge)
            batch.appears(edge, Action.RESTORE)
        return Changed(edge, batch.changes)

    def _project_of(self, thing: Ref) -> UUID:
        return get_thing(self._access, *thing).project_id

    def _check_ends(self, source: Ref, target: Ref) -> None:
        """Raise NotFound if one of them is missing, InvalidInput if they cannot be linked."""
        if source.id == target.id or self._project_of(source) != self._project_of(target):
            raise InvalidInput(gettext("Link two different things of the same project."))

    def _new(self, batch: Batch, source: Ref, relation: Relation, target: Ref) -> Edge:
        return Edge(
            tenant_id=self._access.tenant_id,
            project_id=batch.project.pk,
            created_by_id=self._access.user_id,
            source_kind=source.kind,
            source_id=source.id,
            relation=relation,
            target_kind=target.kind,
            target_id=target.id,
        )


def check_link(source: Kind, relation: Relation, target: Kind) -> None:
    """Raise InvalidInput, with the valid relations, if the table has no such link."""
    if (source, relation, target) not in ALLOWED:
        possible = ", ".join(relations_between(source, target))
        raise InvalidInput(f"A {source} cannot stand in '{relation}' to a {target}. Possible: {possible}.")


def drop_edges(batch: Batch, edges: Iterable[Edge]) -> None:
    """Delete edges as part of a change."""
    for edge in edges:
        edge.version += 1
        batch.disappears(edge)
        Edge.objects.filter(pk=edge.pk).delete()


def drop_edges_of(access: Access, batch: Batch, thing_id: UUID) -> None:
    """Delete the edges of an object that is being deleted."""
    drop_edges(batch, edges_of(access, thing_id))


def _save(edge: Edge) -> None:
    try:
        with transaction.atomic():
            edge.save()
    except IntegrityError as error:
        raise Conflict(gettext("These two are linked so already.")) from error
