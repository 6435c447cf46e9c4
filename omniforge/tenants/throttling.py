"""Limits over HTTP: a view that counts each message, and says in its headers what is left."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from omniforge.tenants.limits import Limit, count_message
from omniforge.tenants.permissions import access_for


class MessageLimitedView(APIView):
    """Counts each POST as a message of the user. Beyond the limit it answers 429 with Retry-After."""

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
