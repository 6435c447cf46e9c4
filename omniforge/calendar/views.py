"""The feed to which calendar programs subscribe."""

import hashlib

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from omniforge.calendar.feed import read_feed
from omniforge.errors import OmniForgeError
from omniforge.web.problems import problem


@csrf_exempt  # it changes nothing, and programs that try PROPFIND first must get a 405, not a 403
@require_safe
def calendar_feed(request: HttpRequest, secret: str) -> HttpResponseBase:
    """Return the feed of this secret, or 304. The address is the only credential."""
    try:
        body = read_feed(secret)
    except OmniForgeError as error:
        return problem(error)
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, max-age=300"
    # It returns a response whenever one is passed in.
    return get_conditional_response(request, etag=etag, response=response) or response
