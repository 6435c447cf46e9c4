"""Rate limits over HTTP: of messages in their views, of all other changes before any view."""

from collections.abc import Callable
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from omniforge.errors import OmniForgeError, TooManyRequests
from omniforge.tenants.authentication import key_in
from omniforge.tenants.keys import find_key_holder
from omniforge.tenants.limits import Limit, count_message, count_write
from omniforge.tenants.permissions import access_for
from omniforge.web.problems import refuse

View = Callable[..., HttpResponseBase]


class MessageLimitedView(APIView):
    """Counts each POST as a message of the user. Above the limit it returns 429 with Retry-After."""

    _limit: Limit | None = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method == "POST":
            self._limit = count_message(access_for(request))
            self._limit.require()

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        final = super().finalize_response(request, response, *args, **kwargs)
        for name, value in (self._limit.headers() if self._limit else {}).items():
            final[name] = value
        return final


class LimitWrites:
    """Middleware: counts a person's changes on pages and over REST, and returns 429 above the limit."""

    def __init__(self, get_response: View) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_view(self, request: HttpRequest, view: View, *args: Any) -> HttpResponse | None:
        """Refuse changes above the limit."""
        if request.method in SAFE_METHODS or _counts_messages(request, view):
            return None
        user_id = _user_id(request)
        limit = count_write(user_id) if user_id else None
        return _refusal(request, limit) if limit and limit.exceeded else None


def _counts_messages(request: HttpRequest, view: View) -> bool:
    return request.method == "POST" and issubclass(getattr(view, "cls", object), MessageLimitedView)


def _user_id(request: HttpRequest) -> object | None:
    """Return the user of the session or key, or None if there is none, which the view reports."""
    try:
        if (key := key_in(request.headers)) is not None:
            return find_key_holder(key).access.user_id
        return request.user.pk
    except (OmniForgeError, DatabaseError):
        return None


def _refusal(request: HttpRequest, limit: Limit) -> HttpResponse:
    said = gettext(
        "You made more than %(quota)s changes in a minute. Try again in %(reset_after)s seconds."
    ) % {"quota": f"{limit.quota:,}", "reset_after": limit.reset_after}
    return refuse(request.path, TooManyRequests(said, retry_after=limit.reset_after))
