"""Who oversees which workspaces: their owners, admins and auditors, the site's superuser all of them.

Workspaces that require a second factor are excluded for people without one.
"""

from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from omniforge.errors import InvalidInput, NotFound
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership, Role, Tenant, User
from omniforge.tenants.people import OVERSEERS
from omniforge.tenants.second_factor.selectors import is_satisfied_by

_SHORTEST_REASON = 10  # characters


def tenants_overseen_by(user: User | AnonymousUser) -> QuerySet[Tenant]:
    """Return the tenants whose audit `user` may see. Only people see any, not keys."""
    if not isinstance(user, User) or not user.is_active:
        return Tenant.objects.none()
    tenants = Tenant.objects.filter(is_satisfied_by(user))
    if user.is_superuser:
        return tenants
    overseen = Membership.objects.filter(user=user, role__in=OVERSEERS)
    return tenants.filter(pk__in=overseen.values("tenant_id"))


def access_of_overseer(user: User, tenant_id: UUID) -> Access:
    """Return the access with which `user` oversees a tenant. Raises NotFound if they do not."""
    if not tenants_overseen_by(user).filter(pk=tenant_id).exists():
        raise NotFound
    membership = Membership.objects.filter(user=user, tenant_id=tenant_id).first()
    return Access(tenant_id, user.pk, Role(membership.role) if membership else Role.AUDITOR)


def checked_reason(reason: str) -> str:
    """Return the reason for reading another's text, stripped. Raises InvalidInput if it is too short."""
    reason = reason.strip()
    if len(reason) < _SHORTEST_REASON:
        said = f"Say why you read it, in {_SHORTEST_REASON} characters or more. Its author will see it."
        raise InvalidInput.of("reason", said)
    return reason
