"""Responses to changes made with a key without `read`: ids and states, but no contents."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from rest_framework.permissions import SAFE_METHODS
from rest_framework.response import Response

from omniforge.storage.ids import as_id
from omniforge.tenants.access import Access
from omniforge.tenants.throttling import View

# Fields allowed besides ids: versions, states of turns, and results of uploaded files.
_TOLD = frozenset(("id", "version", "state_version", "link", "turn_number", "status", "left_out", "warnings"))


class NarrowAnswers:
    """Middleware: strips API responses to changes, for all views, so none can forget it."""

    def __init__(self, get_response: View) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        return self._get_response(request)

    def process_template_response(self, request: HttpRequest, response: Any) -> Any:
        """Strip a response before it is rendered. Django calls this for views, not for problems."""
        if isinstance(response, Response) and not _may_be_read(response):
            response.data = narrowed(response.data)
        return response


def narrowed(data: Any) -> Any:
    """Return the part of a response allowed without `read`: ids, and fields by name.

    Nested mappings are dropped, since people choose their keys.
    """
    if isinstance(data, list | tuple):
        return [one for one in map(narrowed, data) if one]
    if not isinstance(data, Mapping):
        return data if as_id(str(data)) else None
    told = {name: value for name, value in data.items() if name in _TOLD or name.endswith("_id")}
    lists = {name: narrowed(value) for name, value in data.items() if isinstance(value, list | tuple)}
    return {name: value for name, value in lists.items() if value} | told


def _may_be_read(response: Any) -> bool:
    """Return whether the requester may read, or the request is a read."""
    request, view = (response.renderer_context[name] for name in ("request", "view"))
    if request.method in SAFE_METHODS or not isinstance(request.auth, Access):
        return True
    return request.auth.has_scope("read") or getattr(view, "required_scope", "") == "admin"
