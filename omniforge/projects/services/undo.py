"""Undoing: the changes of one call, or of all that a turn did, taken back from the last to the first.

What has changed again since is left as it is, and reported, each thing once.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from omniforge.errors import Conflict, NotFound
from omniforge.projects import tree
from omniforge.projects.changes import Change, Changed, Patch
from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.models import Action, Edge, Project, Version
from omniforge.projects.representation import DERIVED, Row, represent
from omniforge.projects.selectors import find_documents, find_entities, get_project, get_thing
from omniforge.projects.services.documents import DocumentService
from omniforge.projects.services.edges import EdgeService
from omniforge.projects.services.entities import EntityService
from omniforge.projects.services.left import NOT_EMPTY, thing_of, why_left
from omniforge.projects.services.projects import ProjectService
from omniforge.tenants.access import Access


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back, and in words what was not, and why."""

    changes: list[Change]
    left: list[str]


def undo_batch(*, access: Access, batch: UUID) -> Undone:
    """Take back the changes of one call. Raises NotFound where there are none, NotAllowed for auditors."""
    return _undo(access, list(Version.objects.filter(tenant_id=access.tenant_id, batch=batch)))


def undo_turn(*, access: Access, turn_id: UUID) -> Undone:
    """Take back what a turn of this person did. Raises NotFound where that is nothing, NotAllowed."""
    own = Version.objects.filter(tenant_id=access.tenant_id, turn_id=turn_id, changed_by_id=access.user_id)
    return _undo(access, list(own))


@transaction.atomic
def _undo(access: Access, versions: list[Version]) -> Undone:
    access.require_writer()
    if not versions:
        raise NotFound("There is nothing to undo.")
    _hold({version.project_id for version in versions})
    changes: list[Change] = []
    left: dict[UUID, str] = {}
    changed_since = _changed_since(versions)
    for version in sorted(versions, key=lambda version: version.pk, reverse=True):
        try:
            changes += _taken_back(access, version, untouched=version.entity_id not in changed_since)
        except (Conflict, NotFound) as refusal:
            left.setdefault(thing_of(version), why_left(version, refusal))
    return Undone(changes, [*left.values()])


def _hold(project_ids: Collection[UUID]) -> None:
    """Keep everybody else from changing these projects, so that what is found in them now stays so."""
    list(Project.objects.select_for_update().filter(pk__in=project_ids).order_by("pk").values_list("pk"))


def _changed_since(versions: list[Version]) -> set[UUID]:
    """Return the things that somebody changed after these versions of them."""
    last: dict[UUID, int] = {}
    for version in versions:
        last[version.entity_id] = max(version.number, last.get(version.entity_id, 0))
    newest = Version.objects.filter(tenant_id=versions[0].tenant_id, entity_id__in=last)
    numbers = newest.values_list("entity_id").annotate(newest=Max("number"))
    return {entity_id for entity_id, number in numbers if number > last[entity_id]}


@transaction.atomic
def _taken_back(access: Access, version: Version, *, untouched: bool) -> Iterable[Change]:
    return _STEPS[Action(version.action)](access, version, untouched)


def _unmake(access: Access, version: Version, untouched: bool) -> Iterable[Change]:
    if not untouched and _has_changed(access, version):
        raise Conflict()
    if version.entity_type == "edge":
        return EdgeService(access).delete(version.entity_id)
    if version.entity_type == "project" and version.action == Action.CREATE:
        _require_empty(access, version.entity_id)
    deleted: Changed[Any] = _service(access, version).delete(version.entity_id)
    return deleted.changes


def _require_empty(access: Access, project_id: UUID) -> None:
    """Raise Conflict where a project would take with it what was left, or what others have put there."""
    things = (find_documents(access), find_entities(access))
    if any(rows.filter(project_id=project_id).exists() for rows in things):
        raise Conflict(code=NOT_EMPTY)


def _has_changed(access: Access, version: Version) -> bool:
    """Return whether a thing is another than it was made, changes that were taken back being none."""
    now, made = represent(_current(access, version)), version.patch[0]["value"]
    return any(now[name] != value for name, value in made.items() if name not in DERIVED)


def _bring_back(access: Access, version: Version, untouched: bool) -> Iterable[Change]:
    if version.entity_type == "edge":
        if Edge.objects.filter(pk=version.entity_id).exists():
            return ()
        return EdgeService(access).restore(version.inverse[0]["value"], number=version.number + 1).changes
    if version.entity_type == "document":
        return DocumentService(access).restore(version.entity_id, _place(version)).changes
    restored: Changed[Any] = _service(access, version).restore(version.entity_id)
    return restored.changes


def _change_back(access: Access, version: Version, untouched: bool) -> Iterable[Change]:
    """Give the fields their former values, where they still have those that the change gave them."""
    given, former = _by_field(version.patch), _by_field(version.inverse)
    if not given:
        return ()
    now = represent(_current(access, version))
    if any(now[name] != value for name, value in given.items()):
        raise Conflict()
    if version.entity_type == "edge":
        return EdgeService(access).update(version.entity_id, Relation(former["relation"])).changes
    updated: Changed[Any] = _service(access, version).update(version.entity_id, **_as_input(former, now))
    return updated.changes


def _move_back(access: Access, version: Version, untouched: bool) -> Iterable[Change]:
    place, document = _place(version), UUID(version.place["document"])
    moved = DocumentService(access).move(document, parent_id=place.parent, position=place.position)
    return moved.changes


_STEPS: Mapping[Action, Callable[[Access, Version, bool], Iterable[Change]]] = {
    Action.CREATE: _unmake,
    Action.RESTORE: _unmake,
    Action.UPDATE: _change_back,
    Action.MOVE: _move_back,
    Action.DELETE: _bring_back,
}


def _service(access: Access, version: Version) -> Any:
    if version.entity_type == "project":
        return ProjectService(access)
    if version.entity_type == "document":
        return DocumentService(access)
    return EntityService(access, Kind(version.entity_type))


def _current(access: Access, version: Version) -> Row:
    if version.entity_type == "project":
        return get_project(access, version.entity_id)
    if version.entity_type == "edge":
        return EdgeService(access).read(version.entity_id)
    return get_thing(access, Kind(version.entity_type), version.entity_id)


def _by_field(patch: Patch) -> dict[str, Any]:
    fields = {operation["path"].split("/")[1]: operation.get("value") for operation in patch}
    return {name: value for name, value in fields.items() if name not in DERIVED}


def _as_input(former: dict[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    fields = dict(former)
    if fields.get("due_on"):
        fields["due_on"] = date.fromisoformat(fields["due_on"])
    if "fields" in fields:  # those that were not there before are taken away
        fields["fields"] = dict.fromkeys(now["fields"]) | fields["fields"]
    return fields


def _place(version: Version) -> tree.Place:
    parent, children = version.place.get("parent"), version.place.get("children", ())
    position = version.place.get("position", 0)
    return tree.Place(UUID(parent) if parent else None, position, tuple(UUID(child) for child in children))
