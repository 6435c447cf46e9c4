"""A tenant's audit chain begins and ends with its row, however Django creates or deletes that."""

from typing import Any

from omniforge.tenants.models import AuditHead, Tenant
from omniforge.tenants.seal import begin_chain


def begin(*, instance: Tenant, created: bool, **_signal: Any) -> None:
    """Create the head of a new tenant's chain."""
    if created:
        begin_chain(instance.pk)


def end(*, instance: Tenant, **_signal: Any) -> None:
    """Delete the chain head of a deleted tenant."""
    AuditHead.objects.filter(pk=instance.pk).delete()
