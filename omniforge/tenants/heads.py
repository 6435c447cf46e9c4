"""A tenant's audit chain begins and ends with the tenant, however its row is made or deleted by Django."""

from typing import Any

from omniforge.tenants.models import AuditHead, Tenant
from omniforge.tenants.sealing import begin_chain


def begin(*, instance: Tenant, created: bool, **_signal: Any) -> None:
    """Make the head of a new tenant's chain."""
    if created:
        begin_chain(instance.pk)


def end(*, instance: Tenant, **_signal: Any) -> None:
    """Forget the chain of a tenant that was deleted with all that it had."""
    AuditHead.objects.filter(pk=instance.pk).delete()
