"""Refuses query parameters that a view's OpenAPI description doesn't name."""

from typing import TYPE_CHECKING, Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from omniforge.web.request_data import refuse_others

if TYPE_CHECKING:
    from rest_framework.views import APIView


class KnownQuery(BasePermission):
    """A permission class, because these run for every view, after authentication."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        method = "get" if request.method == "HEAD" else str(request.method).lower()
        if request.query_params and hasattr(view, method) and method != "options":
            refuse_others(request.query_params, _parameters(view, method), "query parameter")
        return True


def _parameters(view: "APIView", method: str) -> tuple[str, ...]:
    """Return the query parameters that `extend_schema` declares for a view's method."""
    described = getattr(getattr(view, method), "kwargs", {}).get("schema")
    if described is None:
        return ()
    schema = described()
    schema.view = view
    return tuple(name for told in schema.get_override_parameters() for name in _names(told))


def _names(told: Any) -> tuple[str, ...]:
    """Return the name of a query parameter, or the field names of a parameter serializer."""
    if hasattr(told, "location"):
        return (told.name,) if told.location == "query" else ()
    return tuple(told().fields)
