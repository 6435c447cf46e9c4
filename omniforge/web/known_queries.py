"""A query parameter that nothing reads is refused by its name. What a view reads is what OpenAPI tells."""

from typing import TYPE_CHECKING, Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from omniforge.web.request_data import refuse_others

if TYPE_CHECKING:
    from rest_framework.views import APIView


class KnownQuery(BasePermission):
    """Stands among the permissions, as these are asked for every view, and after who it is that asks."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        method = "get" if request.method == "HEAD" else str(request.method).lower()
        if request.query_params and hasattr(view, method) and method != "options":
            refuse_others(request.query_params, _parameters(view, method), "query parameter")
        return True


def _parameters(view: "APIView", method: str) -> tuple[str, ...]:
    """Return the names in the query that `extend_schema` tells of a method of a view."""
    described = getattr(getattr(view, method), "kwargs", {}).get("schema")
    if described is None:
        return ()
    schema = described()
    schema.view = view
    return tuple(name for told in schema.get_override_parameters() for name in _names(told))


def _names(told: Any) -> tuple[str, ...]:
    """Return the names of a parameter of the query, or of the fields of a serializer of parameters."""
    if hasattr(told, "location"):
        return (told.name,) if told.location == "query" else ()
    return tuple(told().fields)
