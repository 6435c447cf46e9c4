"""The audit trail: who did what to which thing, and why."""

from uuid import UUID

from django.db.models import Model, QuerySet

from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry, User


def record(
    *,
    access: Access,
    action: str,
    target: Model | None = None,
    reason: str = "",
    subject_id: UUID | None = None,
) -> AuditEntry:
    """Write down that `access` did `action` (noun.verb, for example 'key.created') to `target`.

    `reason` is what the person gave as their reason, or what changed; it is stored encrypted. `subject_id`
    is the person whose own things were looked at.
    """
    return AuditEntry.objects.create(
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        subject_id=subject_id,
        action=action,
        target_type=target._meta.model_name or "" if target else "",
        target_id=str(target.pk) if target else "",
        reason=reason,
    )


def list_readings(person: User) -> QuerySet[AuditEntry]:
    """Return who has looked at this person's own things, newest first."""
    entries = AuditEntry.objects.filter(subject=person).exclude(user=person)
    return entries.select_related("user", "tenant").order_by("-created_at")
