"""Who is asking: the value that binds every query to a tenant and a user."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext

from omniforge.errors import NotAllowed, SecondFactorNeeded
from omniforge.storage.workspace_scope import across_workspaces, enter_workspace
from omniforge.telemetry.about import add_ids
from omniforge.tenants.models import Membership, Role, User
from omniforge.tenants.second_factor.selectors import has_second_factor


@dataclass(frozen=True, slots=True)
class Access:
    """A person acting in a tenant, through a session (`scopes` is None: all) or through an API key.

    `until` is when the key expires, if it does.
    """

    tenant_id: UUID
    user_id: UUID
    role: Role
    scopes: frozenset[str] | None = None
    until: datetime | None = field(default=None, compare=False)

    @property
    def person(self) -> tuple[UUID, UUID]:
        """Tenant and user: the key of shares and limits."""
        return self.tenant_id, self.user_id

    @property
    def is_administrator(self) -> bool:
        """True for owners and admins, through a key only with its scope `admin`."""
        return self.role in (Role.OWNER, Role.ADMIN) and self.has_scope("admin")

    @property
    def is_overseer(self) -> bool:
        """True for administrators and auditors, who may see the workspace's usage and audit."""
        return self.is_administrator or (self.role == Role.AUDITOR and self.has_scope("admin"))

    def has_scope(self, scope: str) -> bool:
        return self.scopes is None or scope in self.scopes

    def require_scope(self, scope: str) -> None:
        """Raise NotAllowed for a key that lacks `scope`."""
        if not self.has_scope(scope):
            raise NotAllowed(
                gettext("This API key lacks the scope '%(scope)s'. Make one that has it.") % {"scope": scope}
            )

    def require_administrator(self) -> None:
        """Raise NotAllowed for everybody but owners and admins."""
        if not self.is_administrator:
            raise NotAllowed(gettext("Only owners and admins of the workspace can do this. Ask one of them."))

    def require_writer(self) -> None:
        """Raise NotAllowed for auditors, who are read-only."""
        if self.role == Role.AUDITOR:
            raise NotAllowed(
                gettext("As an auditor you can read here, not change. A member of the workspace can do it.")
            )

    def require_rank_of(self, role: Role) -> None:
        """Raise NotAllowed unless an owner creates, changes or removes an owner."""
        if role == Role.OWNER and self.role != Role.OWNER:
            raise NotAllowed(
                gettext("Only an owner can do this with an owner. Ask one of the workspace's owners.")
            )


def work_in(access: Access) -> None:
    """Restrict this context to the workspace of `access`, and add it to log lines."""
    add_ids(tenant_id=access.tenant_id)
    enter_workspace(access.tenant_id)


@across_workspaces()
def access_of(user: User, *, tenant_id: UUID | str | None = None) -> Access:
    """Return the access of `user` in the chosen tenant, else in the one they joined first.

    Raises NotAllowed if they belong to no workspace, and SecondFactorNeeded if it requires a second factor
    that they don't have.
    """
    memberships = Membership.objects.filter(user=user).select_related("tenant").order_by("created_at")
    memberships = memberships.only("tenant_id", "role", "tenant__requires_second_factor")
    chosen = memberships.filter(tenant_id=tenant_id).first() if tenant_id else None
    membership = chosen or memberships.first()
    if membership is None:
        raise NotAllowed(gettext("You belong to no workspace. Ask an owner for an invitation link."))
    if membership.tenant.requires_second_factor and not has_second_factor(user):
        raise SecondFactorNeeded
    return Access(membership.tenant_id, user.pk, Role(membership.role))
