"""How a request says who it is: an API key, or the session of the page. Both end in an `Access`."""

from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from omniforge.errors import NotSignedIn
from omniforge.tenants.access import Access, access_of
from omniforge.tenants.keys import find_key_holder
from omniforge.tenants.models import User


class ApiKeyAuthentication(BaseAuthentication):
    """`Authorization: Bearer <key>` (RFC 6750). The access stands in `request.auth`."""

    def authenticate(self, request: Request) -> tuple[User, Access] | None:
        scheme, _, key = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        holder = find_key_holder(key.strip())
        return User(pk=holder.access.user_id, email=holder.email), holder.access

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class WorkspaceSessionAuthentication(SessionAuthentication):
    """The page's session, in the workspace chosen there; unsafe methods need the CSRF token."""

    def authenticate(self, request: Request) -> tuple[User, Access] | None:
        found = super().authenticate(request)
        if found is None:
            return None
        user = found[0]
        return user, access_of(user, tenant_id=request._request.session.get("tenant"))


class HasScope(BasePermission):
    """A key needs the view's `required_scope`: `read` for safe methods unless the view says otherwise."""

    message = "This API key lacks the scope for this. Make one that has it."

    def has_permission(self, request: Request, view: APIView) -> bool:
        default = "read" if request.method in ("GET", "HEAD", "OPTIONS") else "chat"
        return access_for(request).has_scope(getattr(view, "required_scope", default))


def access_for(request: Request) -> Access:
    """Return who is asking. Raises NotSignedIn where nobody is."""
    if not isinstance(request.auth, Access):
        raise NotSignedIn()
    return request.auth
