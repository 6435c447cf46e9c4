"""What is read about workspaces and people."""

from django.db.models import QuerySet

from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership, Tenant, User


def get_tenant(access: Access) -> Tenant:
    """Return the workspace that `access` acts in."""
    return Tenant.objects.get(pk=access.tenant_id)


def list_members(access: Access) -> QuerySet[Membership]:
    """Return the workspace's members with their users, in the order in which they joined."""
    members = Membership.objects.filter(tenant_id=access.tenant_id)
    return members.select_related("user").order_by("created_at", "pk")


def list_workspaces(user: User) -> QuerySet[Tenant]:
    """Return the workspaces that `user` belongs to, in the order in which they joined."""
    return Tenant.objects.filter(memberships__user=user).order_by("memberships__created_at")
