"""Changing a workspace and its members. Every change is audited in the same transaction."""

from uuid import UUID
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext

from omniforge.errors import Conflict, InvalidInput, NotFound
from omniforge.storage.workspace_scope import across_workspaces
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.canary import lock_installation
from omniforge.tenants.keys import forget_keys_of, revoke_keys_of
from omniforge.tenants.models import Membership, Role, Tenant, User
from omniforge.tenants.people import create_person, find_person, has_nobody, refresh_admin_entry
from omniforge.tenants.second_factor.selectors import has_second_factor
from omniforge.tenants.signals import member_left, time_zone_changed

RETENTION_DAYS = range(30, 3651)


@across_workspaces()
@transaction.atomic
def create_tenant(
    *, slug: str, name: str, owner_email: str, password: str = "", owner_name: str = ""
) -> Tenant:
    """Create a workspace with its owner. If the owner has no account, create it with `password`.

    Raises InvalidInput for a bad slug, address or password and Conflict if the slug is taken.
    """
    lock_installation()
    _check_slug(slug)
    owner = find_person(owner_email) or create_person(email=owner_email, password=password, name=owner_name)
    tenant = Tenant.objects.create(slug=slug, name=name)
    add_member(tenant_id=tenant.pk, user=owner, role=Role.OWNER)
    audit.record(access=Access(tenant.pk, owner.pk, Role.OWNER), action="tenant.created", target=tenant)
    return tenant


def _check_slug(slug: str) -> None:
    try:
        validate_slug(slug)
    except ValidationError as error:
        raise InvalidInput(gettext("A slug is made of letters, digits, hyphens and underscores.")) from error
    if Tenant.objects.filter(slug=slug).exists():
        raise Conflict(
            gettext("There is a workspace '%(slug)s' already. Choose another slug.") % {"slug": slug}
        )


@across_workspaces()
@transaction.atomic
def create_first_owner(*, workspace: str, name: str, email: str, password: str) -> User:
    """Create the site's first account and its workspace, and return the account.

    Raises Conflict once anybody has an account. Of two concurrent calls, one succeeds.
    """
    lock_installation()
    if not has_nobody():
        raise Conflict(gettext("This server has an owner already. Sign in, or ask them for an invitation."))
    slug = slugify(workspace)[:60] or "workspace"
    create_tenant(slug=slug, name=workspace, owner_email=email, password=password, owner_name=name)
    return User.objects.get()


def add_member(*, tenant_id: UUID, user: User, role: Role) -> Membership:
    """Add `user` to a tenant. Raises Conflict if they are a member."""
    membership, made = Membership.objects.get_or_create(
        tenant_id=tenant_id, user=user, defaults={"role": role}
    )
    if not made:
        raise Conflict(gettext("This person is a member of the workspace already."))
    refresh_admin_entry(user)
    return membership


@transaction.atomic
def change_role(*, access: Access, membership_id: UUID, role: Role) -> None:
    """Change a member's role. Only owners appoint or demote owners. The last owner stays one."""
    access.require_administrator()
    access.require_rank_of(role)
    membership = _lock_member(access, membership_id, stays_owner=role == Role.OWNER)
    before, membership.role = membership.role, role
    membership.save(update_fields=["role"])
    refresh_admin_entry(membership.user)
    forget_keys_of(tenant_id=access.tenant_id, user_id=membership.user_id)
    audit.record(access=access, action="member.role_changed", target=membership, reason=f"{before} to {role}")


@transaction.atomic
def remove_member(*, access: Access, membership_id: UUID) -> None:
    """Remove a member and their API keys. Anybody may leave. Only administrators remove others.

    The member's data stays in the workspace until its retention ends. The last owner cannot leave.
    """
    membership = _lock_member(access, membership_id, stays_owner=False)
    if membership.user_id != access.user_id:
        access.require_administrator()
    audit.record(access=access, action="member.removed", target=membership, reason=membership.user.email)
    revoke_keys_of(access=access, user_id=membership.user_id)
    membership.delete()
    member_left.send(Membership, tenant_id=access.tenant_id, user_id=membership.user_id)
    refresh_admin_entry(membership.user)


def _lock_member(access: Access, membership_id: UUID, *, stays_owner: bool) -> Membership:
    """Return the membership to change, with the tenant's members locked against concurrent removals."""
    members = Membership.objects.select_for_update().filter(tenant_id=access.tenant_id)
    by_id = {member.pk: member for member in members.select_related("user").order_by("pk")}
    if membership_id not in by_id:
        raise NotFound()
    membership = by_id[membership_id]
    access.require_rank_of(Role(membership.role))
    owners = [member for member in by_id.values() if member.role == Role.OWNER]
    if owners == [membership] and not stays_owner:
        raise Conflict(gettext("A workspace needs an owner. Make somebody else an owner first."))
    return membership


@transaction.atomic
def change_settings(
    *,
    access: Access,
    name: str,
    retention_days: int,
    time_zone: str,
    documents_only: bool = False,
    requires_second_factor: bool = False,
) -> None:
    """Change all settings of a workspace's page, or none. Raises like the services that it calls."""
    rename_tenant(access=access, name=name)
    set_retention(access=access, days=retention_days)
    set_time_zone(access=access, time_zone=time_zone)
    set_documents_only(access=access, documents_only=documents_only)
    require_second_factor(access=access, required=requires_second_factor)


def rename_tenant(*, access: Access, name: str) -> None:
    """Rename the workspace."""
    name = name.strip()
    _check(bool(name) and len(name) <= 120, "name", gettext("A name has 1 to 120 characters."))
    _set(access, "tenant.renamed", "name", name)


def retention_days_of(tenant: Tenant) -> int:
    """Return a tenant's retention in days: at least 30, whatever its row says (seed 000)."""
    return max(RETENTION_DAYS.start, tenant.retention_days)


def set_retention(*, access: Access, days: int) -> None:
    """Set the retention of chats in days: 30 to 3650."""
    _check(days in RETENTION_DAYS, "retention_days", gettext("Chats are kept for 30 to 3650 days."))
    _set(access, "tenant.retention_set", "retention_days", days)


@transaction.atomic
def set_time_zone(*, access: Access, time_zone: str) -> None:
    """Set the time zone (IANA name, as 'Europe/Berlin') of schedules and monthly totals."""
    known = time_zone in available_timezones()
    _check(known, "time_zone", gettext("Choose a zone such as 'Europe/Berlin' or 'UTC'."))
    if _set(access, "tenant.time_zone_set", "time_zone", time_zone):
        time_zone_changed.send(sender=Tenant, tenant_id=access.tenant_id)


def set_documents_only(*, access: Access, documents_only: bool) -> None:
    """Set whether answers use only documents, without a model's general knowledge."""
    _set(access, "tenant.documents_only_set", "documents_only", documents_only)


def require_second_factor(*, access: Access, required: bool) -> None:
    """Set whether members need a second factor. Those without one have to set one up.

    Raises NotAllowed for all but owners, and InvalidInput for an owner who has none themselves.
    """
    if required == Tenant.objects.get(pk=access.tenant_id).requires_second_factor:
        return
    access.require_rank_of(Role.OWNER)
    mine = has_second_factor(User.objects.get(pk=access.user_id))
    _check(
        mine or not required,
        "requires_second_factor",
        gettext("Set up two-factor authentication for yourself first."),
    )
    _set(access, "tenant.second_factor_set", "requires_second_factor", required)


def _check(holds: bool, field: str, message: str) -> None:
    if not holds:
        raise InvalidInput.of(field, message)


@transaction.atomic
def _set(access: Access, action: str, field: str, value: str | int) -> bool:
    """Set one column of the workspace. Returns whether that changed it."""
    access.require_administrator()
    tenant = Tenant.objects.select_for_update().get(pk=access.tenant_id)
    before = getattr(tenant, field)
    if before == value:
        return False
    setattr(tenant, field, value)
    tenant.save(update_fields=[field])
    audit.record(access=access, action=action, target=tenant, reason=f"{before} to {value}")
    return True
