"""Where a conversation about one project may write: in that project, and in one that it has just made."""

from collections.abc import Collection
from typing import cast
from uuid import UUID

from agents.tools.tool import ToolFailed
from agents.workspace.resolving import Thing, project_named, thing_named
from agents.workspace.scope import Scope
from omniforge.projects.kinds import ENTITY_KINDS, Kind
from omniforge.projects.models import Action, Document, Entity, Project, Version
from omniforge.projects.selectors import get_project


def own_project(scope: Scope, name: str = "") -> Project:
    """Return the project of this name (`project_named`) to write in. Raises ToolFailed beyond the border."""
    project = project_named(scope, name)
    _require_inside(scope, project.pk, project.name)
    return project


def own_thing(scope: Scope, name: str, kinds: Collection[Kind], project: str = "") -> Thing:
    """Return what a name means as `thing_named`, to change it. Raises ToolFailed beyond the border."""
    thing = thing_named(scope, name, kinds, project)
    _require_inside(scope, thing.project_id, thing.title)
    return thing


def own_document(scope: Scope, name: str, project: str = "") -> Document:
    """Return the document that is meant, as `own_thing`."""
    return cast(Document, own_thing(scope, name, [Kind.DOCUMENT], project))


def own_entity(scope: Scope, name: str, kind: str | None, project: str = "") -> Entity:
    """Return the task, goal … that is meant, as `own_thing`."""
    return cast(Entity, own_thing(scope, name, [Kind(kind)] if kind else ENTITY_KINDS, project))


def was_made_in_turn(scope: Scope, thing_id: UUID) -> bool:
    """Return whether this very turn has made a thing."""
    made = Version.objects.filter(tenant_id=scope.access.tenant_id, turn_id=scope.turn_id)
    return made.filter(entity_id=thing_id, action=Action.CREATE).exists()


def _require_inside(scope: Scope, project_id: UUID, title: str) -> None:
    about = scope.focus.project_id
    if about is None or about == project_id or was_made_in_turn(scope, project_id):
        return
    name = get_project(scope.access, about).name
    raise ToolFailed(
        f"This conversation is about '{name}', and '{title}' is no part of it. Nothing was changed. Do not "
        "try again or in another way: tell the person to open the other project and to ask there.",
        outside=True,
    )
