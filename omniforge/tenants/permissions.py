"""DRF permissions by API key scope."""

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from omniforge.errors import NotSignedIn
from omniforge.tenants.access import Access


class HasScope(BasePermission):
    """A key needs the view's `required_scope`: `read` for safe methods unless the view says otherwise."""

    def has_permission(self, request: Request, view: object) -> bool:
        default = "read" if request.method in ("GET", "HEAD", "OPTIONS") else "chat"
        scope = getattr(view, "required_scope", default)
        access_for(request).require_scope(scope)
        return True


def access_for(request: Request) -> Access:
    """Return the request's access. Raises NotSignedIn if there is none."""
    if not isinstance(request.auth, Access):
        raise NotSignedIn()
    return request.auth
