"""What a change tells a key that may not read: which things there are now, and nothing that is in them."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from rest_framework.permissions import SAFE_METHODS
from rest_framework.response import Response

from omniforge.storage.ids import as_id
from omniforge.tenants.access import Access
from omniforge.tenants.throttling import View

# Beside ids: which state of a thing there is, what becomes of a turn, and what of the files that were sent.
_TOLD = frozenset(("id", "version", "state_version", "link", "turn_number", "status", "left_out", "warnings"))


class NarrowAnswers:
    """Middleware: cuts the answers of the API to changes, once for all views, so none can forget it."""

    def __init__(self, get_response: View) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        return self._get_response(request)

    def process_template_response(self, request: HttpRequest, response: Any) -> Any:
        """Cut an answer before it is rendered. Django calls this for what views return, not for problems."""
        if isinstance(response, Response) and not _may_be_read(response):
            response.data = narrowed(response.data)
        return response


def narrowed(data: Any) -> Any:
    """Return of an answer's data what is told without reading: the ids in it, and fields by their names.

    Of a mapping within a mapping nothing is told, since people choose its names.
    """
    if isinstance(data, list | tuple):
        return [one for one in map(narrowed, data) if one]
    if not isinstance(data, Mapping):
        return data if as_id(str(data)) else None
    told = {name: value for name, value in data.items() if name in _TOLD or name.endswith("_id")}
    lists = {name: narrowed(value) for name, value in data.items() if isinstance(value, list | tuple)}
    return {name: value for name, value in lists.items() if value} | told


def _may_be_read(response: Any) -> bool:
    """Return whether the one who asks could read the thing by the same view, or asked only to read."""
    request, view = (response.renderer_context[name] for name in ("request", "view"))
    if request.method in SAFE_METHODS or not isinstance(request.auth, Access):
        return True
    return request.auth.has_scope("read") or getattr(view, "required_scope", "") == "admin"
