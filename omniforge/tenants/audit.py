"""The audit trail: who did what to what, and why. Append-only."""

from uuid import UUID

from django.db import transaction
from django.db.models import Model

from omniforge.storage.workspace_scope import across_workspaces, within_workspace
from omniforge.telemetry.about import current_ids
from omniforge.tenants.access import Access
from omniforge.tenants.audit_key import audit_key
from omniforge.tenants.chain import sign
from omniforge.tenants.models import AuditEntry, Membership, User
from omniforge.tenants.seal import seal_after_commit

_READINGS = 20  # shown to a person


def record(
    *,
    access: Access,
    action: str,
    target: Model | None = None,
    reason: str = "",
    subject_id: UUID | None = None,
) -> AuditEntry:
    """Record that `access` did `action` (noun.verb, for example 'key.created') to `target`.

    `reason` is the reason that the person gave, or what changed. It is stored encrypted, and never contains
    a secret or a message. `subject_id` is the person whose own data was looked at.
    """
    return _write(
        AuditEntry(
            tenant_id=access.tenant_id,
            user_id=access.user_id,
            subject_id=subject_id,
            action=action,
            target_type=target._meta.model_name or "" if target else "",
            target_id=str(target.pk) if target else "",
            reason=reason,
        )
    )


def record_of_site(
    *,
    tenant_id: UUID | None,
    action: str,
    target_type: str = "",
    target_id: str = "",
    reason: str = "",
    subject_id: UUID | None = None,
) -> AuditEntry:
    """Record an action of the site itself, in a tenant or, with None, outside of tenants."""
    return _write(
        AuditEntry(
            tenant_id=tenant_id,
            subject_id=subject_id,
            action=action,
            target_type=target_type,
            target_id=target_id,
            reason=reason,
        )
    )


@across_workspaces()
@transaction.atomic
def record_of_account(person: User, *, action: str, reason: str = "", by: UUID | None) -> None:
    """Record an action on a person's account in each of their workspaces, `by` whom if known."""
    member = Membership.objects.filter(user=person).order_by("pk")
    for tenant_id in member.values_list("tenant_id", flat=True):
        _write(
            AuditEntry(
                tenant_id=tenant_id,
                user_id=by,
                action=action,
                target_type="user",
                target_id=str(person.pk),
                reason=reason,
            )
        )


def _write(entry: AuditEntry) -> AuditEntry:
    """Store a signed entry. It is chained after the commit, so nothing waits."""
    entry.through = current_ids().get("turn_id") or (AuditEntry.BY_HAND if entry.user_id else "")
    entry.hash = sign(audit_key(), entry)
    with within_workspace(entry.tenant_id):
        entry.save(force_insert=True)
    seal_after_commit(entry.tenant_id)
    return entry


@across_workspaces()
def list_readings(person: User) -> list[AuditEntry]:
    """Return who has read this person's data in the audit, newest first, including themselves."""
    entries = AuditEntry.objects.filter(action="content.read", subject_id=person.pk)
    return list(entries.select_related("user", "tenant").order_by("-created_at")[:_READINGS])
