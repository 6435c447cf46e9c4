"""The audit trail: who did what to which thing, and why."""

from django.db.models import Model

from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry


def record(*, access: Access, action: str, target: Model | None = None, reason: str = "") -> AuditEntry:
    """Write down that `access` did `action` (noun.verb, for example 'key.created') to `target`.

    `reason` is what the person gave as their reason, or what changed; it is stored encrypted.
    """
    return AuditEntry.objects.create(
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        action=action,
        target_type=target._meta.model_name or "" if target else "",
        target_id=str(target.pk) if target else "",
        reason=reason,
    )
