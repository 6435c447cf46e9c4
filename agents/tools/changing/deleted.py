"""When and by whom things were deleted, in words, those that went with their project included."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from agents.context.changers import changers_of
from agents.tools.rows import local
from omniforge.projects.models import Action, Document, Entity, Project
from omniforge.projects.representation import name_of
from omniforge.projects.selectors import find_versions
from omniforge.tenants.access import Access

Kept = Project | Document | Entity


class Deletion(NamedTuple):
    """A deletion: when, by whom. `home` is the project that a thing went with, empty if it went alone."""

    said: str
    home: str = ""


def deletions(access: Access, things: Collection[Kept], now: datetime) -> Mapping[UUID, Deletion]:
    """Return the last deletion of each thing or of its project."""
    gone = {one.pk: one if isinstance(one, Project) or one.deleted_at else one.project for one in things}
    ids = {one.pk for one in gone.values()}
    found = find_versions(access).filter(entity_id__in=ids, action=Action.DELETE).select_related("changed_by")
    versions = {one.entity_id: one for one in found.order_by("id")}
    who = changers_of(access, versions.values())
    said = {pk: f"{local(one.created_at, now)}, by {who(one)}" for pk, one in versions.items()}
    return {
        thing: Deletion(said.get(one.pk, "earlier"), name_of(one) if one.pk != thing else "")
        for thing, one in gone.items()
    }
