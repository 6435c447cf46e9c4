"""Common steps of a change to an agent or skill: rights, unique names, the audit entry."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Model

from agents.definitions.schedules import schedule_of
from agents.models import AgentDefinition, SkillDefinition
from omniforge.errors import Conflict
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.models import Tenant


def save_named(row: AgentDefinition | SkillDefinition) -> None:
    """Save a row with a unique name, and its schedule in words. Raises Conflict."""
    if isinstance(row, AgentDefinition):
        row.schedule_words = schedule_of(row).words
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:
        raise Conflict(
            f"The name {row.slug} is taken, perhaps by an archived one. Choose another."
        ) from error


def set_values(row: Model, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Set these values on a row. Return the previous ones, empty if nothing changed."""
    before = {name: getattr(row, name) for name in values}
    for name, value in values.items():
        setattr(row, name, value)
    return before if before != values else {}


def record_change(access: Access, action: str, changed: Model, what: str) -> None:
    """Audit a change, and bump the catalogue's version."""
    audit.record(access=access, action=action, target=changed, reason=what)
    Tenant.objects.filter(pk=access.tenant_id).update(catalogue_version=F("catalogue_version") + 1)
