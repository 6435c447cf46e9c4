"""Undo: reverts the changes of one call, or of a whole turn, from the last to the first.

Objects and fields that were changed again since are left alone, and reported once per object.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from omniforge.errors import Conflict, NotFound
from omniforge.projects import tree
from omniforge.projects.changes import Change, Changed
from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.models import Action, Edge, Project, Version
from omniforge.projects.representation import DERIVED, Row, fields_of, represent
from omniforge.projects.selectors import find_documents, find_entities, get_project, get_thing
from omniforge.projects.services.documents import DocumentService
from omniforge.projects.services.edges import EdgeService
from omniforge.projects.services.entities import EntityService
from omniforge.projects.services.projects import ProjectService
from omniforge.projects.services.undo_fields import KeptFields
from omniforge.projects.services.undo_refusals import NOT_EMPTY, refusal_reason, thing_of
from omniforge.tenants.access import Access


@dataclass(frozen=True, slots=True)
class Undone:
    """What was reverted, and sentences about what was not, and why, with the later changes of it, if any."""

    changes: list[Change]
    left: list[str]
    since: Mapping[str, Sequence[Version]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _By:
    """Who undoes, and in which turn, so that the undo can be undone. `kept` are fields left alone."""

    access: Access
    turn_id: UUID | None
    kept: KeptFields = field(default_factory=KeptFields)


def undo_batch(*, access: Access, batch: UUID) -> Undone:
    """Undo the changes of one call. Raises NotFound if there are none, NotAllowed for auditors."""
    return _undo(_By(access, None), list(Version.objects.filter(tenant_id=access.tenant_id, batch=batch)))


def undo_turn(*, access: Access, turn_id: UUID, within: UUID | None = None) -> Undone:
    """Undo a turn of this person. Raises NotFound if it changed nothing, NotAllowed.

    `within` is the turn that undoes it. That turn can be undone itself.
    """
    own = Version.objects.filter(tenant_id=access.tenant_id, turn_id=turn_id, changed_by_id=access.user_id)
    return _undo(_By(access, within), list(own))


@transaction.atomic
def _undo(by: _By, versions: list[Version]) -> Undone:
    by.access.require_writer()
    if not versions:
        raise NotFound("There is nothing to undo.")
    _hold({version.project_id for version in versions})
    changes: list[Change] = []
    left: dict[UUID, str] = {}
    changed_since = _changed_since(versions)
    for version in sorted(versions, key=lambda version: version.pk, reverse=True):
        try:
            changes += _taken_back(by, version, untouched=version.entity_id not in changed_since)
        except (Conflict, NotFound) as refusal:
            left.setdefault(thing_of(version), refusal_reason(version, refusal))
        else:
            left |= by.kept.reason(version)
    return Undone(changes, [*left.values()], by.kept.changes_since(versions, left))


def _hold(project_ids: Collection[UUID]) -> None:
    """Lock these projects against other changes."""
    list(Project.objects.select_for_update().filter(pk__in=project_ids).order_by("pk").values_list("pk"))


def _changed_since(versions: list[Version]) -> set[UUID]:
    """Return the objects that were changed after these versions."""
    last: dict[UUID, int] = {}
    for version in versions:
        last[version.entity_id] = max(version.number, last.get(version.entity_id, 0))
    newest = Version.objects.filter(tenant_id=versions[0].tenant_id, entity_id__in=last)
    numbers = newest.values_list("entity_id").annotate(newest=Max("number"))
    return {entity_id for entity_id, number in numbers if number > last[entity_id]}


@transaction.atomic
def _taken_back(by: _By, version: Version, *, untouched: bool) -> Iterable[Change]:
    return _STEPS[Action(version.action)](by, version, untouched)


def _unmake(by: _By, version: Version, untouched: bool) -> Iterable[Change]:
    if not untouched and _has_changed(by, version):
        raise Conflict()
    if version.entity_type == "edge":
        return EdgeService(by.access, turn_id=by.turn_id).delete(version.entity_id)
    if version.entity_type == "project" and version.action == Action.CREATE:
        _require_empty(by, version.entity_id)
    deleted: Changed[Any] = _service(by, version).delete(version.entity_id)
    return deleted.changes


def _require_empty(by: _By, project_id: UUID) -> None:
    """Raise Conflict if deleting the project would delete contents that were kept or added by others."""
    things = (find_documents(by.access), find_entities(by.access))
    if any(rows.filter(project_id=project_id).exists() for rows in things):
        raise Conflict(code=NOT_EMPTY)


def _has_changed(by: _By, version: Version) -> bool:
    """Return whether an object differs from its creation. Undone changes don't count."""
    now, made = represent(_current(by, version)), version.patch[0]["value"]
    return any(now[name] != value for name, value in made.items() if name not in DERIVED)


def _bring_back(by: _By, version: Version, untouched: bool) -> Iterable[Change]:
    if version.entity_type == "edge":
        if Edge.objects.filter(pk=version.entity_id).exists():
            return ()
        return (
            EdgeService(by.access, turn_id=by.turn_id)
            .restore(version.inverse[0]["value"], number=version.number + 1)
            .changes
        )
    if version.entity_type == "document":
        return (
            DocumentService(by.access, turn_id=by.turn_id).restore(version.entity_id, _place(version)).changes
        )
    restored: Changed[Any] = _service(by, version).restore(version.entity_id)
    return restored.changes


def _change_back(by: _By, version: Version, untouched: bool) -> Iterable[Change]:
    """Restore fields that still have the values set by the change."""
    if not fields_of(version.patch):
        return ()
    former = by.kept.restorable(version, represent(_current(by, version)))
    if not former:
        raise Conflict()
    if version.entity_type == "edge":
        return (
            EdgeService(by.access, turn_id=by.turn_id)
            .update(version.entity_id, Relation(former["relation"]))
            .changes
        )
    if former.get("due_on"):
        former["due_on"] = date.fromisoformat(former["due_on"])
    updated: Changed[Any] = _service(by, version).update(version.entity_id, **former)
    return updated.changes


def _move_back(by: _By, version: Version, untouched: bool) -> Iterable[Change]:
    place, document = _place(version), UUID(version.place["document"])
    moved = DocumentService(by.access, turn_id=by.turn_id).move(
        document, parent_id=place.parent, position=place.position
    )
    return moved.changes


_STEPS: Mapping[Action, Callable[[_By, Version, bool], Iterable[Change]]] = {
    Action.CREATE: _unmake,
    Action.RESTORE: _unmake,
    Action.UPDATE: _change_back,
    Action.MOVE: _move_back,
    Action.DELETE: _bring_back,
}


def _service(by: _By, version: Version) -> Any:
    if version.entity_type == "project":
        return ProjectService(by.access, turn_id=by.turn_id)
    if version.entity_type == "document":
        return DocumentService(by.access, turn_id=by.turn_id)
    return EntityService(by.access, Kind(version.entity_type), turn_id=by.turn_id)


def _current(by: _By, version: Version) -> Row:
    if version.entity_type == "project":
        return get_project(by.access, version.entity_id)
    if version.entity_type == "edge":
        return EdgeService(by.access, turn_id=by.turn_id).read(version.entity_id)
    return get_thing(by.access, Kind(version.entity_type), version.entity_id)


def _place(version: Version) -> tree.Place:
    parent, children = version.place.get("parent"), version.place.get("children", ())
    position = version.place.get("position", 0)
    return tree.Place(UUID(parent) if parent else None, position, tuple(UUID(child) for child in children))
