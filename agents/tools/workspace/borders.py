"""Where a conversation about one project may write: in that project, and in one it has just created."""

from collections.abc import Collection
from uuid import UUID

from agents.failures import ToolFailed
from agents.tools.workspace.scope import Scope
from omniforge.projects.models import Action, Version
from omniforge.projects.selectors import get_project
from omniforge.tenants.access import Access


def was_made_in_turn(scope: Scope, thing_id: UUID) -> bool:
    """Return whether this turn created a thing."""
    made = Version.objects.filter(tenant_id=scope.access.tenant_id, turn_id=scope.turn_id)
    return made.filter(entity_id=thing_id, action=Action.CREATE).exists()


def made_by_turns(access: Access, turns: Collection[UUID], things: Collection[UUID]) -> frozenset[UUID]:
    """Return the things that these turns created and that nobody has changed otherwise since."""
    versions = Version.objects.filter(tenant_id=access.tenant_id, entity_id__in=things)
    rows = list(versions.values_list("entity_id", "action", "turn_id", "changed_by_id"))
    made = {thing for thing, action, *_ in rows if action == Action.CREATE}
    by_others = {thing for thing, _, turn, by in rows if turn not in turns or by != access.user_id}
    return frozenset(made - by_others)


def require_inside(scope: Scope, project_id: UUID, title: str) -> None:
    """Raise ToolFailed if something lies outside the conversation's project."""
    about = scope.focus.project_id
    if about is None or about == project_id or was_made_in_turn(scope, project_id):
        return
    name = get_project(scope.access, about).name
    raise ToolFailed(
        f"This conversation is about '{name}', and '{title}' is no part of it. Nothing was changed. Do not "
        "try again or in another way: tell the person to open the other project and to ask there.",
        outside=True,
    )
