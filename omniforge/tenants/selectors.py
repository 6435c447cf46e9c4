"""Queries for workspaces and people."""

from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from omniforge.errors import NotFound
from omniforge.storage.workspace_scope import across_workspaces
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership, Role, Tenant, User


def get_tenant(access: Access) -> Tenant:
    """Return the workspace of `access`."""
    return Tenant.objects.get(pk=access.tenant_id)


def zone_of(tenant_id: UUID) -> ZoneInfo:
    """Return a workspace's time zone."""
    return ZoneInfo(Tenant.objects.values_list("time_zone", flat=True).get(pk=tenant_id))


def get_membership(access: Access) -> Membership:
    """Return the membership behind `access`, with its user and tenant. Raises NotFound if it ended."""
    membership = (
        Membership.objects.select_related("user", "tenant")
        .filter(tenant_id=access.tenant_id, user_id=access.user_id)
        .first()
    )
    if membership is None:
        raise NotFound
    return membership


def list_members(access: Access) -> QuerySet[Membership]:
    """Return the workspace's members with their users, in the order in which they joined."""
    members = Membership.objects.filter(tenant_id=access.tenant_id).defer("preferences")
    return members.select_related("user").order_by("created_at", "pk")


def list_owners(access: Access) -> QuerySet[Membership]:
    """Return the workspace's owners, shown as contacts for missing permissions."""
    return list_members(access).filter(role=Role.OWNER)


@across_workspaces()
def list_workspaces(user: User) -> list[Membership]:
    """Return the workspaces that `user` belongs to, as memberships, in the order in which they joined."""
    return list(Membership.objects.filter(user=user).select_related("tenant").order_by("created_at"))
