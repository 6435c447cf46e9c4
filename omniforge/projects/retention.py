"""Retention: deleted objects are erased after the tenant's number of days, counted from the deletion.

A thing's history, which contains its texts, and its passages in the search are erased with it, with a
project, everything in it. Changes of calendars can be undone as long. The audit trail records how much was
erased.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from omniforge.calendar.models import EventChange
from omniforge.projects.models import Document, Entity, Passage, Project, Version
from omniforge.storage.workspace_scope import within_workspace
from omniforge.tenants import audit
from omniforge.tenants.models import Tenant
from omniforge.tenants.services import retention_days_of

_BATCH = 100  # rows in a transaction, so that others don't wait long for the database
_KINDS: tuple[type[Project | Document | Entity], ...] = (Project, Document, Entity)


def purge_trash(*, now: datetime | None = None) -> dict[str, int]:
    """Erase objects past their tenant's retention period. Returns how many, by tenant."""
    purged = {}
    for tenant in Tenant.objects.order_by("slug"):
        before = (now or timezone.now()) - timedelta(days=retention_days_of(tenant))
        with within_workspace(tenant.pk):
            EventChange.objects.filter(calendar__tenant=tenant, created_at__lt=before).delete()
            erased = sum(_erase(tenant, kind, before) for kind in _KINDS)
        if erased:
            purged[tenant.slug] = erased
    return purged


def _erase(tenant: Tenant, kind: type[Project | Document | Entity], before: datetime) -> int:
    erased = 0
    while batch := _erase_batch(tenant, kind, before):
        erased += batch
    return erased


@transaction.atomic
def _erase_batch(tenant: Tenant, kind: type[Project | Document | Entity], before: datetime) -> int:
    """Erase a batch and audit it in the same transaction, so that a killed purge leaves a record."""
    trash = kind._default_manager.filter(tenant=tenant, deleted_at__lt=before)
    expired = list(trash.select_for_update().values_list("pk", flat=True)[:_BATCH])
    Version.objects.filter(entity_id__in=expired).delete()
    Passage.objects.filter(entity_id__in=expired).delete()
    kind._default_manager.filter(pk__in=expired).delete()
    if expired:
        reason = f"{len(expired)} things from the trash after {retention_days_of(tenant)} days"
        audit.record_of_site(tenant_id=tenant.pk, action="trash.purged", reason=reason)
    return len(expired)
