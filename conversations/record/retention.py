"""Retention: conversations are erased after their tenant's number of days, counted from the last message.

A conversation's messages, turns, receipts, corrections, files and the runs of its turns are erased with it.
Files without a message are erased by their own age.
The usage ledger and the audit trail stay: they record actions and costs, not messages.
Deleting a conversation hides it at once and does not change when it is erased.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from agents.models import AgentRun
from conversations.models import Conversation, Turn
from omniforge.files.retention import purge_files_of, purge_loose_files, remove_orphans
from omniforge.storage.database import considerate_transaction
from omniforge.storage.workspace_scope import within_workspace
from omniforge.tenants import audit
from omniforge.tenants.models import Tenant
from omniforge.tenants.services import retention_days_of

_BATCH = 10  # conversations per transaction, so that nobody waits long for the database


@dataclass(frozen=True, slots=True)
class Purge:
    """How many conversations of a tenant were erased, or would be."""

    tenant: str
    conversations: int


def purge_expired(*, now: datetime | None = None, dry_run: bool = False) -> list[Purge]:
    """Erase conversations past their tenant's retention. With `dry_run` only count them.

    Returns the tenants with expired conversations.
    """
    purges = []
    for tenant in Tenant.objects.order_by("slug"):
        before = (now or timezone.now()) - timedelta(days=retention_days_of(tenant))
        with within_workspace(tenant.pk):
            if erased := _purge(tenant, before, dry_run):
                purges.append(Purge(tenant.slug, erased))
    if not dry_run:
        remove_orphans()
    return purges


def _purge(tenant: Tenant, before: datetime, dry_run: bool) -> int:
    expired = Conversation.objects.filter(tenant=tenant, updated_at__lt=before)
    if dry_run:
        return expired.count()
    erased = _erase(tenant, expired)
    purge_loose_files(tenant.pk, before)
    return erased


def _erase(tenant: Tenant, expired: QuerySet[Conversation]) -> int:
    erased = 0
    while batch := list(expired.values_list("pk", flat=True)[:_BATCH]):
        erased += _erase_batch(tenant, expired, batch)
    return erased


def _erase_batch(tenant: Tenant, expired: QuerySet[Conversation], batch: list[UUID]) -> int:
    """Erase a batch and audit it in the same transaction, so that a killed purge leaves a record."""
    with considerate_transaction():
        # Checked again under lock: somebody may just have continued one of them.
        still = list(expired.select_for_update().filter(pk__in=batch).values_list("pk", flat=True))
        turns = Turn.objects.filter(conversation__in=still).values("pk")
        AgentRun.objects.filter(turn_id__in=turns).delete()
        purge_files_of(still)
        Conversation.objects.filter(pk__in=still).delete()
        if still:
            reason = f"{len(still)} conversations after {retention_days_of(tenant)} days"
            audit.record_of_site(tenant_id=tenant.pk, action="retention.purged", reason=reason)
    return len(still)
