"""Changes in a project: made under the project's lock, recorded, and published after the commit."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext

from omniforge.errors import Conflict
from omniforge.projects import tree
from omniforge.projects.models import Action, Project, Version
from omniforge.projects.representation import Row, name_of, project_id_of, represent, type_of
from omniforge.projects.selectors import find_projects, one
from omniforge.projects.signals import changed
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access

Patch = list[dict[str, Any]]
Kept = TypeVar("Kept", bound=Row)


@dataclass(frozen=True, slots=True)
class Change:
    """One changed object. `patch` leads to its `version`, `inverse` back (RFC 6902).

    A creation is one operation `add` with the path "", a deletion one `remove`. A `moved` document is a
    change of its project.
    """

    entity_type: str
    entity_id: UUID
    name: str
    action: Action
    project_id: UUID
    version: int
    patch: Patch
    inverse: Patch
    moved: UUID | None = None


@dataclass(frozen=True, slots=True)
class Changed(Generic[Kept]):
    """The result of a service call: its row, and all changes made with it, in order."""

    row: Kept
    changes: tuple[Change, ...]

    @property
    def entities_created(self) -> list[UUID]:
        """The ids of the created documents and entities (seed 003, section 8.2)."""
        made = (one for one in self.changes if one.action == Action.CREATE)
        return [one.entity_id for one in made if one.entity_type != "edge"]

    @property
    def edges_created(self) -> list[UUID]:
        made = (one for one in self.changes if one.action == Action.CREATE)
        return [one.entity_id for one in made if one.entity_type == "edge"]


class Batch:
    """Collects the changes that one call makes in a project."""

    def __init__(self, access: Access, project: Project, turn_id: UUID | None) -> None:
        self.project = project
        self._access, self._turn_id, self._id = access, turn_id, new_id()
        self._versions: list[Version] = []
        self._changes: list[Change] = []

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple(self._changes)

    def appears(self, row: Row, action: Action = Action.CREATE) -> None:
        """Record that a row was created or restored."""
        whole: Patch = [{"op": "add", "path": "", "value": represent(row)}]
        self._note(row, action, whole, [{"op": "remove", "path": ""}])

    def disappears(self, row: Row, place: tree.Place | None = None) -> None:
        """Record that a row was deleted. `place` is a document's former place."""
        whole: Patch = [{"op": "add", "path": "", "value": represent(row)}]
        self._note(row, Action.DELETE, [{"op": "remove", "path": ""}], whole, place)

    def alters(self, row: Row, before: dict[str, Any]) -> None:
        """Record that a row was changed. `before` is its former representation."""
        after = represent(row)
        self._note(row, Action.UPDATE, _replacing(before, after), _replacing(after, before))

    def rearranges(self, structure: tree.Structure, *, moved: UUID | None = None) -> None:
        """Set the project's tree and record it. `moved` is the moved document."""
        project, before = self.project, self.project.doc_structure
        place = tree.place_of(before, moved) if moved else None
        version = project.version
        project.doc_structure, project.version = structure, version + 1
        project.save(update_fields=["doc_structure", "version"])
        forth = _of_tree(before, structure, project.version)
        action = Action.MOVE if moved else Action.UPDATE
        self._note(project, action, forth, _of_tree(structure, before, version), place, moved)

    def close(self) -> None:
        """Write the history, and send the signal after the commit."""
        if not self._changes:
            return
        Version.objects.bulk_create(self._versions)
        at = timezone.now()
        Project.objects.filter(pk=self.project.pk).update(changes=F("changes") + 1, updated_at=at)
        told = {"access": self._access, "changes": self.changes}
        transaction.on_commit(lambda: changed.send(Batch, **told))

    def _note(
        self,
        row: Row,
        action: Action,
        patch: Patch,
        inverse: Patch,
        place: tree.Place | None = None,
        moved: UUID | None = None,
    ) -> None:
        kind, project = type_of(row), project_id_of(row)
        change = Change(kind, row.pk, name_of(row), action, project, row.version, patch, inverse, moved)
        self._changes.append(change)
        self._versions.append(self._version(change, _place_as_json(place, moved)))

    def _version(self, change: Change, place: dict[str, Any]) -> Version:
        return Version(
            tenant_id=self._access.tenant_id,
            project_id=change.project_id,
            changed_by_id=self._access.user_id,
            batch=self._id,
            turn_id=self._turn_id,
            entity_type=change.entity_type,
            entity_id=change.entity_id,
            number=change.version,
            action=change.action,
            name=change.name,
            patch=change.patch,
            inverse=change.inverse,
            place=place,
        )


@contextmanager
def record_changes(
    access: Access, project_id: UUID, turn_id: UUID | None, *, deleted: bool = False
) -> Iterator[Batch]:
    """Lock a project against other changes, and record those of the block.

    Raises NotFound, also for one in the trash unless `deleted`, and NotAllowed for auditors.
    """
    access.require_writer()
    with transaction.atomic():
        project = one(find_projects(access, deleted=deleted).select_for_update(), project_id)
        batch = Batch(access, project, turn_id)
        yield batch
        batch.close()


def check_version(row: Row, expected: int | None) -> None:
    """Raise Conflict unless `expected` is the row's current version."""
    require_version(name_of(row), row.version, expected)


def require_version(name: str, now: int, expected: int | None) -> None:
    """Raise Conflict unless the versions match. `name` is for the message."""
    if expected is not None and expected != now:
        raise Conflict(
            gettext(
                "'{name}' is at version {now} by now, your change is for version {expected}. "
                "Load it again, and repeat what you did."
            ).format(name=name, now=now, expected=expected),
            code="version_conflict",
            version=now,
        )


def _replacing(before: Mapping[str, Any], after: Mapping[str, Any]) -> Patch:
    different = (name for name in after if after[name] != before[name])
    return [{"op": "replace", "path": f"/{name}", "value": after[name]} for name in different]


def _of_tree(before: tree.Structure, after: tree.Structure, version: int) -> Patch:
    operations = tree.patch_between(before, after)
    inside: Patch = [{**one, "path": f"/doc_structure{one['path']}"} for one in operations]
    return [*inside, {"op": "replace", "path": "/version", "value": version}]


def _place_as_json(place: tree.Place | None, moved: UUID | None) -> dict[str, Any]:
    if place is None:
        return {}
    about: dict[str, Any] = {"parent": str(place.parent) if place.parent else None}
    about |= {"position": place.position, "children": [str(child) for child in place.children]}
    return {**about, "document": str(moved)} if moved else about
