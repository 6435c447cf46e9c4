"""What is kept of deliveries: those that started an agent for a month, of the others the last refusal."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q

from agents.models import AgentHook, HookDelivery
from omniforge.tenants import audit
from omniforge.tenants.access import Access

_KEPT = timedelta(days=30)
_AT_MOST_EVERY = timedelta(seconds=10)


def note_delivery(
    *, access: Access, hook: AgentHook, key: str | None, run_id: UUID, size: int, now: datetime
) -> None:
    """Write down a delivery that starts a run. Raises IntegrityError if one of this key was taken before."""
    hook.deliveries.filter(received_at__lt=now - _KEPT).delete()
    HookDelivery.objects.create(hook=hook, key=key, run_id=run_id, size=size, received_at=now)
    audit.record(access=access, action="agent_hook.delivered", target=hook, reason=hook.agent.slug)


def note_refusal(hook: AgentHook, why: str, now: datetime) -> None:
    """Keep why a delivery was refused; a flood of them writes no more than every ten seconds."""
    earlier = Q(refused_at=None) | Q(refused_at__lt=now - _AT_MOST_EVERY)
    AgentHook.objects.filter(earlier, pk=hook.pk).update(refused_at=now, refusal=why[:200])
