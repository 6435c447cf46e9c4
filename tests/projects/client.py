"""A client that knows a workspace only through patches."""

from typing import Any
from uuid import UUID

import jsonpatch
import orjson

from omniforge.projects.changes import Batch, Change
from omniforge.projects.models import Document, Edge, Entity, Project
from omniforge.projects.representation import represent
from omniforge.projects.signals import changed
from omniforge.tenants.access import Access


class PatchedClient:
    """Receives every change of a tenant, and applies its patch; `rows` are by id."""

    def __init__(self, access: Access) -> None:
        self._tenant = access.tenant_id
        self.rows: dict[UUID, Any] = {}

    def __enter__(self) -> "PatchedClient":
        changed.connect(self._hear, sender=Batch)
        return self

    def __exit__(self, *exc: object) -> None:
        changed.disconnect(self._hear, sender=Batch)

    def _hear(self, *, access: Access, changes: tuple[Change, ...], **_: Any) -> None:
        for change in changes if access.tenant_id == self._tenant else ():
            self._apply(change)

    def _apply(self, change: Change) -> None:
        if change.patch == [{"op": "remove", "path": ""}]:
            del self.rows[change.entity_id]
            return
        self.rows[change.entity_id] = jsonpatch.apply_patch(self.rows.get(change.entity_id), change.patch)

    @property
    def as_bytes(self) -> bytes:
        """All its rows, so that two clients can be compared byte by byte."""
        return as_bytes(self.rows)


def as_bytes(rows: dict[UUID, Any]) -> bytes:
    """Return rows as the JSON that a client would show, in the order of their keys."""
    return orjson.dumps(rows, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_SORT_KEYS)


def fetched(access: Access) -> dict[UUID, Any]:
    """Return every row as a newly fetching client gets it."""
    rows = {
        row.pk: represent(row)
        for model in (Document, Entity)
        for row in model.objects.filter(tenant_id=access.tenant_id, deleted_at=None, project__deleted_at=None)
    }
    projects = Project.objects.filter(tenant_id=access.tenant_id, deleted_at=None)
    rows |= {row.pk: represent(row) for row in projects}
    return rows | {row.pk: represent(row) for row in Edge.objects.filter(tenant_id=access.tenant_id)}
