"""Reading others' texts in projects for a reason: the audit's only access to contents."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from omniforge.projects.models import Document, Entity, Project, Version
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.oversight import checked_reason

Overseen = Project | Document | Entity | Version
HIDDEN: Mapping[type[Overseen], tuple[str, ...]] = {
    Project: ("description",),
    Document: ("description", "content"),
    Entity: ("description", "fields"),
    Version: ("patch", "inverse", "place"),
}


@transaction.atomic
def read_hidden(*, access: Access, row: Overseen, reason: str) -> dict[str, Any]:
    """Return the fields of a row that the audit hides, and record who read them and why.

    The row's author can see that record. Raises InvalidInput without a meaningful reason.
    """
    why = checked_reason(reason)
    author = row.changed_by_id if isinstance(row, Version) else row.created_by_id
    audit.record(access=access, action="content.read", target=row, reason=why, subject_id=author)
    return {name: getattr(row, name) for name in HIDDEN[type(row)]}
