"""Errors as HTTP responses: `application/problem+json` (RFC 9457), the same for DRF and plain views."""

import logging
import sys
from collections.abc import Iterator
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import orjson
from django.conf import settings
from django.core.exceptions import (
    BadRequest,
    DisallowedHost,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views import defaults
from rest_framework import exceptions
from rest_framework.settings import api_settings

from omniforge.errors import (
    Conflict,
    InvalidInput,
    NotAllowed,
    NotFound,
    NotSignedIn,
    OmniForgeError,
    StorageUnavailable,
    TooLarge,
    WrongMediaType,
)
from omniforge.telemetry.about import current_ids

if TYPE_CHECKING:
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)
CONTENT_TYPE = "application/problem+json"


def problem(error: OmniForgeError) -> HttpResponse:
    """Return `error` as an HTTP response with its status, code, message and, if known, Retry-After."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(error.status).phrase,
        "status": error.status,
        "detail": gettext(error.message),
        "code": error.code,
        "retryable": error.retryable,
    }
    if request_id := current_ids().get("request_id"):
        body["request_id"] = request_id
    if isinstance(error, InvalidInput) and error.fields:
        body["errors"] = error.fields
    if isinstance(error, Conflict) and error.version is not None:
        body["version"] = error.version
    response = HttpResponse(orjson.dumps(body), status=error.status, content_type=CONTENT_TYPE)
    if error.retry_after is not None:
        response["Retry-After"] = str(max(1, round(error.retry_after)))
    if error.status == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


def refuse(path: str, error: OmniForgeError) -> HttpResponse:
    """Return `error` as a problem document below /api/, elsewhere as the status's error page."""
    refused = problem(error)
    if path.startswith("/api/"):
        return refused
    page = HttpResponse(
        render_to_string(f"{error.status}.html", {"said": error.message}), status=error.status
    )
    if "Retry-After" in refused:
        page["Retry-After"] = refused["Retry-After"]
    return page


def problem_response(error: Exception, context: dict[str, Any]) -> HttpResponse:
    """DRF's exception handler: every exception of a view becomes a problem document."""
    view = context["view"]
    if isinstance(error, exceptions.UnsupportedMediaType):
        return problem(_types_read_by(view))
    return problem(map_error(error, view.__class__.__name__))


def map_error(error: Exception, where: str) -> OmniForgeError:
    """Map an error to one of ours. Internal errors are logged, as people are told little."""
    known = map_exception(error)
    if known.status == OmniForgeError.status:
        logger.error("%s in %s", known.code, where, exc_info=error)
    elif known.status > OmniForgeError.status:  # an external failure, for which no stack trace is needed
        logger.warning("%s in %s: %s", known.code, where, type(error).__name__)
    return known


def _types_read_by(view: "APIView") -> WrongMediaType:
    types = " or ".join(parser.media_type for parser in view.parser_classes)
    return WrongMediaType(f"A body of this type can't be read here. Send it as {types}.")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404: a problem document for API paths, else the page."""
    if not request.path.startswith("/api/"):
        return defaults.page_not_found(request, exception)
    return problem(
        NotFound("There is no such path in the API, or no such id. /api/docs/ has those that exist.")
    )


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400: requests refused before any view, rendered like `not_found`."""
    known = map_exception(exception)
    if request.path.startswith("/api/") or isinstance(known, TooLarge):
        return refuse(request.path, known)
    if isinstance(exception, DisallowedHost):  # rendering a page needs a valid host
        return HttpResponse("This site has another name.", status=400, content_type="text/plain")
    return defaults.bad_request(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500, a 503 if the database is unavailable, so that clients retry."""
    error = sys.exc_info()[1] or OmniForgeError()
    known = map_exception(error if isinstance(error, Exception) else OmniForgeError())
    if request.path.startswith("/api/"):
        return problem(known)
    if not isinstance(known, StorageUnavailable):
        return defaults.server_error(request)
    return HttpResponse(render_to_string("503.html"), status=known.status, headers={"Retry-After": "5"})


def map_exception(error: Exception) -> OmniForgeError:
    """Map `error` to one of our own. An unknown one becomes a plain OmniForgeError."""
    if isinstance(error, OmniForgeError):
        return error
    if isinstance(error, Http404):
        return NotFound()
    if isinstance(error, PermissionDenied):
        return NotAllowed()
    if isinstance(error, DatabaseError):
        return StorageUnavailable()
    if isinstance(error, SuspiciousOperation | BadRequest | MultiPartParserError):
        return _from_django(error)
    if isinstance(error, exceptions.APIException):
        return _from_rest_framework(error)
    return OmniForgeError()


def _from_django(error: Exception) -> OmniForgeError:
    if isinstance(error, RequestDataTooBig):
        megabytes = settings.DATA_UPLOAD_MAX_MEMORY_SIZE >> 20
        return TooLarge(f"At most {megabytes} MB can be sent at once. Send less, or a long text as a file.")
    if isinstance(error, TooManyFilesSent):
        most = f"{settings.DATA_UPLOAD_MAX_NUMBER_FILES:,}"
        return TooLarge(f"A form has at most {most} files. Send them in several, or packed into a zip.")
    if isinstance(error, TooManyFieldsSent):
        most = f"{settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:,}"
        return TooLarge(f"A form has at most {most} fields. Send fewer at once.")
    if isinstance(error, DisallowedHost):
        return InvalidInput(
            "Nothing is served under this host name. ALLOWED_HOSTS on the server names those."
        )
    if isinstance(error, MultiPartParserError):
        return InvalidInput(_UNREADABLE_FORM)
    return InvalidInput("The request is malformed: look at its headers and its body.")


_UNREADABLE_FORM = (
    "This form cannot be read. Send it whole, as multipart/form-data, "
    "with the boundary that its Content-Type names."
)


def _from_rest_framework(error: exceptions.APIException) -> OmniForgeError:
    if isinstance(error, exceptions.ValidationError):
        return _invalid(error)
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        return NotSignedIn()
    if isinstance(error, exceptions.PermissionDenied):
        return NotAllowed(str(error.detail))
    message = _MESSAGES.get(type(error), str(error.detail))
    translated = OmniForgeError(message, code=str(error.default_code))
    translated.status = error.status_code
    return translated


_MESSAGES: dict[type[exceptions.APIException], str] = {
    exceptions.ParseError: _UNREADABLE_FORM,  # JSON has its own error
    exceptions.MethodNotAllowed: "This path does not take this method. The header Allow names those it does.",
    exceptions.NotAcceptable: "Nothing that Accept names can be given here. Leave it out or send '*/*'.",
}


def _invalid(error: exceptions.ValidationError) -> InvalidInput:
    """Return the errors by field. An error in a list is the list's, with the position."""
    if not isinstance(error.detail, dict) or api_settings.NON_FIELD_ERRORS_KEY in error.detail:
        return InvalidInput("The body must be a JSON object. /api/docs/ tells its fields.")
    fields = {name: list(_messages(found)) for name, found in error.detail.items()}
    name, messages = next(iter(fields.items()))
    return InvalidInput(f"{name}: {messages[0]}", fields=fields)


_NO_DICTIONARY = "Invalid data. Expected a dictionary"  # REST framework's own message
_NO_OBJECT = "This must be a JSON object. /api/docs/ tells its fields."


def _messages(found: Any) -> Iterator[str]:
    if isinstance(found, dict):
        for place, inner in found.items():
            where = "" if place == api_settings.NON_FIELD_ERRORS_KEY else f"[{place}] "
            yield from (f"{where}{message}" for message in _messages(inner))
    else:
        yield from (_NO_OBJECT if str(one).startswith(_NO_DICTIONARY) else str(one) for one in found)
