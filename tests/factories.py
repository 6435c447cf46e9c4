"""Rows that tests start from: people, tenants, memberships, keys."""

from itertools import count

from omniforge.tenants.access import Access
from omniforge.tenants.keys import create_api_key
from omniforge.tenants.models import Membership, Role, Tenant, User

PASSWORD = "a-long-enough-password"
_numbers = count(1)


def make_user(email: str = "", *, password: str = PASSWORD, **fields: object) -> User:
    """Store a person; the default address is unique."""
    return User.objects.create_user(email or f"person{next(_numbers)}@example.org", password, **fields)


def make_tenant(slug: str = "", **fields: object) -> Tenant:
    """Store a workspace without members; the default slug is unique."""
    slug = slug or f"workspace{next(_numbers)}"
    return Tenant.objects.create(slug=slug, name=slug.capitalize(), **fields)


def make_member(tenant: Tenant, user: User | None = None, role: Role = Role.MEMBER) -> Access:
    """Put `user` (else a new person) into `tenant` and return their access."""
    membership = Membership.objects.create(tenant=tenant, user=user or make_user(), role=role)
    return Access(tenant.pk, membership.user_id, role)


def make_api_key(access: Access, *scopes: str) -> str:
    """Return a working API key for `access`; by default with all scopes."""
    return create_api_key(access=access, name="test", scopes=scopes or ("chat", "read", "admin"))[1]
