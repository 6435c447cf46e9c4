"""Queries for incoming web hooks: an agent's own, and the one at an address."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from agents.definitions.schedules.owners import access_of_owner
from agents.definitions.selectors import find_agents, get_row
from agents.models import AgentHook, AgentRun, AgentStatus, HookDelivery
from omniforge.errors import NotFound
from omniforge.storage.workspace_scope import across_workspaces
from omniforge.tenants.access import Access
from omniforge.tenants.keys import hash_key

_SHOWN = 10  # deliveries
QUEUED = "queued"  # no run has begun yet


@dataclass(frozen=True, slots=True)
class Delivered:
    """A delivery as it is shown. `status` is that of its run."""

    run_id: UUID
    received_at: datetime
    size: int
    status: str


def list_hooks(access: Access, agent: str) -> list[AgentHook]:
    """Return an agent's web hooks, oldest first. Raises NotFound."""
    hooks = AgentHook.objects.filter(agent=get_row(find_agents(access), agent))
    return list(hooks.select_related("agent").order_by("id"))


def get_hook(access: Access, agent: str, hook_id: UUID) -> AgentHook:
    """Return one web hook of an agent. Raises NotFound."""
    hook = next((hook for hook in list_hooks(access, agent) if hook.pk == hook_id), None)
    if hook is None:
        raise NotFound()
    return hook


def deliveries_of(hook: AgentHook, *, limit: int = _SHOWN) -> Sequence[Delivered]:
    """Return a web hook's last deliveries, newest first, with the status of their runs, in 2 queries."""
    rows = list(hook.deliveries.order_by("-received_at")[:limit])
    runs = AgentRun.objects.filter(tenant_id=hook.tenant_id, pk__in=[row.run_id for row in rows])
    states = dict(runs.values_list("pk", "status"))
    return [Delivered(row.run_id, row.received_at, row.size, states.get(row.run_id, QUEUED)) for row in rows]


@across_workspaces()
def find_open(address: str) -> tuple[AgentHook, Access]:
    """Return the web hook at an address, and the access of the person its agent runs for.

    Raises NotFound for an unknown address, and equally for one that takes no deliveries now.
    """
    hooks = AgentHook.objects.select_related("agent__tenant")
    hook = hooks.filter(address_hash=hash_key(address), enabled=True).first()
    if hook is None or hook.agent.status != AgentStatus.ACTIVE:
        raise NotFound()
    access = access_of_owner(hook.agent)
    if access is None:
        raise NotFound()
    return hook, access


def earlier_delivery(hook: AgentHook, key: str | None) -> HookDelivery | None:
    """Return the earlier delivery with this key to the web hook, or None."""
    return hook.deliveries.filter(key=key).first() if key else None
