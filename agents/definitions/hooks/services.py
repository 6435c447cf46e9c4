"""Changes to an agent's incoming web hooks. Each is audited. Addresses are shown once."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext, gettext_noop

from agents.definitions.hooks.selectors import get_hook
from agents.definitions.selectors import get_agent
from agents.models import AgentDefinition, AgentHook, HookDelivery
from omniforge.errors import Conflict, InvalidInput, NotAllowed
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.keys import hash_key
from omniforge.tenants.models import Role
from omniforge.web.signatures import new_secret

LONGEST_NAME = 60
MOST_HOOKS = 20  # per agent
_WHO = gettext_noop("Only who made the agent, an owner or an admin can change its web hooks.")
_KEPT = timedelta(days=30)
_AT_MOST_EVERY = timedelta(seconds=10)


@dataclass(frozen=True, slots=True)
class FreshHook:
    """A web hook with its plain-text credentials, which are only available now."""

    hook: AgentHook
    address: str

    @property
    def secret(self) -> str:
        """Return the key that deliveries are signed with, empty if they aren't signed."""
        return str(self.hook.secret)


@transaction.atomic
def create_hook(*, access: Access, agent: str, name: str, signed: bool = True) -> FreshHook:
    """Create a web hook of an agent (name or id). If `signed`, it only accepts signed deliveries.

    Raises NotFound, NotAllowed, InvalidInput for the name, and Conflict if the agent has too many.
    """
    of = get_agent(access, agent)
    _require_may(access, of)
    if AgentHook.objects.filter(agent=of).count() >= MOST_HOOKS:
        raise Conflict(
            gettext("%(slug)s has %(most)s web hooks. Delete one first.")
            % {"slug": of.slug, "most": MOST_HOOKS}
        )
    hook = AgentHook(
        tenant_id=access.tenant_id,
        agent=of,
        created_by_id=access.user_id,
        name=_checked(name),
        secret=new_secret() if signed else "",
    )
    return _with_address(access, hook, "agent_hook.created")


@transaction.atomic
def rotate_hook(*, access: Access, agent: str, hook_id: UUID) -> FreshHook:
    """Give a web hook a new address and, if it has one, a new secret. The old ones stop working at once."""
    hook = _changeable(access, agent, hook_id)
    hook.secret = new_secret() if hook.secret else ""
    return _with_address(access, hook, "agent_hook.rotated")


@transaction.atomic
def set_hook_enabled(*, access: Access, agent: str, hook_id: UUID, enabled: bool) -> AgentHook:
    """Enable or disable a web hook. The address of a disabled one looks unknown."""
    hook = _changeable(access, agent, hook_id)
    if hook.enabled != enabled:
        hook.enabled = enabled
        hook.save(update_fields=["enabled"])
        _note(access, "agent_hook.enabled" if enabled else "agent_hook.disabled", hook)
    return hook


@transaction.atomic
def delete_hook(*, access: Access, agent: str, hook_id: UUID) -> None:
    """Delete a web hook and the list of its deliveries. The runs that they started are kept."""
    hook = _changeable(access, agent, hook_id)
    _note(access, "agent_hook.deleted", hook)
    hook.delete()


def may_change_hooks(access: Access, agent: AgentDefinition) -> bool:
    """Return whether a person may change an agent's web hooks: a delivery runs it in its creator's name."""
    if access.role == Role.AUDITOR:
        return False
    return access.is_administrator or agent.created_by_id == access.user_id


def _require_may(access: Access, agent: AgentDefinition) -> None:
    access.require_writer()
    if not may_change_hooks(access, agent):
        raise NotAllowed(gettext(_WHO))


def _changeable(access: Access, agent: str, hook_id: UUID) -> AgentHook:
    hook = get_hook(access, agent, hook_id)
    _require_may(access, hook.agent)
    return hook


def _with_address(access: Access, hook: AgentHook, action: str) -> FreshHook:
    address = secrets.token_urlsafe(32)
    hook.address_hash = hash_key(address)
    hook.save()
    _note(access, action, hook)
    return FreshHook(hook, address)


def _checked(name: str) -> str:
    tidy = " ".join(name.split())
    if not 0 < len(tidy) <= LONGEST_NAME:
        raise InvalidInput.of(
            "name",
            gettext("A name has 1 to %(longest)s characters, for example 'Shop orders'.")
            % {"longest": LONGEST_NAME},
        )
    return tidy


def _note(access: Access, action: str, hook: AgentHook) -> None:
    audit.record(access=access, action=action, target=hook, reason=hook.agent.slug)


def record_delivery(
    *, access: Access, hook: AgentHook, key: str | None, run_id: UUID, size: int, now: datetime
) -> None:
    """Record a delivery that starts a run. Raises IntegrityError if one with this key was accepted before."""
    hook.deliveries.filter(received_at__lt=now - _KEPT).delete()
    HookDelivery.objects.create(hook=hook, key=key, run_id=run_id, size=size, received_at=now)
    audit.record(access=access, action="agent_hook.delivered", target=hook, reason=hook.agent.slug)


def record_refusal(hook: AgentHook, why: str, now: datetime) -> None:
    """Record why a delivery was refused, at most once every ten seconds."""
    earlier = Q(refused_at=None) | Q(refused_at__lt=now - _AT_MOST_EVERY)
    AgentHook.objects.filter(earlier, pk=hook.pk).update(refused_at=now, refusal=why[:200])
