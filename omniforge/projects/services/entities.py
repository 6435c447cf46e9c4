"""Changing tasks, goals, plans, milestones, risks and requirements."""

from typing import Any, Unpack
from uuid import UUID

from django.utils import timezone

from omniforge.projects.changes import Changed, check_version, record_changes
from omniforge.projects.kinds import RULES, Kind
from omniforge.projects.models import Action, Entity
from omniforge.projects.representation import represent
from omniforge.projects.selectors import find_entities, one
from omniforge.projects.services.edges import drop_edges_of
from omniforge.projects.validation import EntityFields, check_entity_fields
from omniforge.tenants.access import Access


class EntityService:
    """Creates and changes the entities of one kind. Changes record the turn's id."""

    def __init__(self, access: Access, kind: Kind, *, turn_id: UUID | None = None) -> None:
        self._access, self._kind, self._turn_id = access, kind, turn_id

    def create(self, project_id: UUID, **fields: Unpack[EntityFields]) -> Changed[Entity]:
        """Create an entity. `title` is required. Raises NotFound, InvalidInput, NotAllowed for auditors."""
        checked = check_entity_fields(self._kind, EntityFields(**{"title": "", **fields}))
        with record_changes(self._access, project_id, self._turn_id) as batch:
            entity = Entity(
                tenant_id=self._access.tenant_id,
                project_id=project_id,
                created_by_id=self._access.user_id,
                kind=self._kind,
                **{"state": RULES[self._kind].states[0], **checked},
            )
            _settle(entity)
            entity.save()
            batch.appears(entity)
        return Changed(entity, batch.changes)

    def read(self, entity_id: UUID) -> Entity:
        """Return an entity of this kind. Raises NotFound."""
        return one(find_entities(self._access, self._kind), entity_id)

    def update(
        self, entity_id: UUID, *, version: int | None = None, **fields: Unpack[EntityFields]
    ) -> Changed[Entity]:
        """Change these fields. Unchanged values write nothing.

        Raises NotFound, InvalidInput, NotAllowed, and Conflict if `version` is not the current one.
        """
        checked = check_entity_fields(self._kind, fields)
        with record_changes(self._access, self.read(entity_id).project_id, self._turn_id) as batch:
            entity = self.read(entity_id)
            check_version(entity, version)
            before = represent(entity)
            if _altered(entity, checked):
                _settle(entity)
                entity.version, entity.updated_at = entity.version + 1, timezone.now()
                entity.save()
                batch.alters(entity, before)
        return Changed(entity, batch.changes)

    def delete(self, entity_id: UUID, *, version: int | None = None) -> Changed[Entity]:
        """Move an entity to the trash. Its edges are deleted. Raises as `update`."""
        with record_changes(self._access, self.read(entity_id).project_id, self._turn_id) as batch:
            entity = self.read(entity_id)
            check_version(entity, version)
            drop_edges_of(self._access, batch, entity_id)
            entity.version, entity.deleted_at = entity.version + 1, timezone.now()
            entity.save(update_fields=["version", "deleted_at"])
            batch.disappears(entity)
        return Changed(entity, batch.changes)

    def restore(self, entity_id: UUID) -> Changed[Entity]:
        """Restore an entity from the trash, without its edges. Raises NotFound, NotAllowed."""
        trash = find_entities(self._access, self._kind, deleted=True)
        with record_changes(self._access, one(trash, entity_id).project_id, self._turn_id) as batch:
            entity = one(trash, entity_id)
            if entity.deleted_at:
                entity.version, entity.deleted_at = entity.version + 1, None
                entity.save(update_fields=["version", "deleted_at"])
                batch.appears(entity, Action.RESTORE)
        return Changed(entity, batch.changes)


def _altered(entity: Entity, checked: dict[str, Any]) -> bool:
    """Set the fields, and return whether any of them changed."""
    if "fields" in checked:
        merged = {**entity.fields, **checked["fields"]}
        checked = {**checked, "fields": {name: value for name, value in merged.items() if value is not None}}
    different = {name: value for name, value in checked.items() if getattr(entity, name) != value}
    for name, value in different.items():
        setattr(entity, name, value)
    return bool(different)


def _settle(entity: Entity) -> None:
    """Set the completion time when an entity ends, and clear it when it is reopened."""
    ended = entity.state in RULES[Kind(entity.kind)].ends
    entity.completed_at = (entity.completed_at or timezone.now()) if ended else None
