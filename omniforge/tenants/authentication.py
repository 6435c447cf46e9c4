"""Authentication by API key or page session. Both result in an `Access`."""

from collections.abc import Mapping
from copy import copy

from django.http import QueryDict
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request

from omniforge.tenants.access import Access, access_of, work_in
from omniforge.tenants.keys import find_key_holder
from omniforge.tenants.models import User


def key_in(headers: Mapping[str, str]) -> str | None:
    """Return the request's API key, or None."""
    scheme, _, key = headers.get("Authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else None


class ApiKeyAuthentication(BaseAuthentication):
    """`Authorization: Bearer <key>` (RFC 6750). The access is in `request.auth`."""

    def authenticate(self, request: Request) -> tuple[User, Access] | None:
        key = key_in(request.headers)
        if key is None:
            return None
        holder = find_key_holder(key)
        work_in(holder.access)
        return User(pk=holder.access.user_id, email=holder.email), holder.access

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class WorkspaceSessionAuthentication(SessionAuthentication):
    """The page's session, in the workspace chosen there. Unsafe methods need the CSRF token."""

    def authenticate(self, request: Request) -> tuple[User, Access] | None:
        found = super().authenticate(request)
        if found is None:
            return None
        user = found[0]
        access = access_of(user, tenant_id=request._request.session.get("tenant"))
        work_in(access)
        return user, access

    def enforce_csrf(self, request: Request) -> None:
        """Read the token only from its header: reading it from the fields would parse the form."""
        bare = copy(request._request)
        bare.POST = QueryDict()
        super().enforce_csrf(bare)  # type: ignore[arg-type]
