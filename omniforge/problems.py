"""Errors as HTTP answers: `application/problem+json` (RFC 9457), the same for DRF and plain views."""

import logging
from http import HTTPStatus
from typing import Any

import orjson
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpResponse
from rest_framework import exceptions

from omniforge.errors import (
    InvalidInput,
    NotAllowed,
    NotFound,
    NotSignedIn,
    OmniForgeError,
    StorageUnavailable,
    WrongMediaType,
)

logger = logging.getLogger(__name__)
CONTENT_TYPE = "application/problem+json"


def problem(error: OmniForgeError) -> HttpResponse:
    """Return `error` as an HTTP answer with its status, code, message and, where known, Retry-After."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(error.status).phrase,
        "status": error.status,
        "detail": error.message,
        "code": error.code,
        "retryable": error.retryable,
    }
    if isinstance(error, InvalidInput) and error.fields:
        body["errors"] = error.fields
    response = HttpResponse(orjson.dumps(body), status=error.status, content_type=CONTENT_TYPE)
    if error.retry_after is not None:
        response["Retry-After"] = str(max(1, round(error.retry_after)))
    if error.status == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


def problem_response(error: Exception, context: dict[str, Any]) -> HttpResponse:
    """DRF's exception handler: every exception of a view becomes a problem document."""
    known = as_omniforge_error(error)
    if known.status >= 500:
        logger.error("%s in %s", known.code, context["view"].__class__.__name__, exc_info=error)
    return problem(known)


def as_omniforge_error(error: Exception) -> OmniForgeError:
    """Return `error`, or what it means among our own errors; a stranger becomes a plain OmniForgeError."""
    if isinstance(error, OmniForgeError):
        return error
    if isinstance(error, Http404):
        return NotFound()
    if isinstance(error, PermissionDenied):
        return NotAllowed()
    if isinstance(error, DatabaseError):
        return StorageUnavailable()
    if isinstance(error, exceptions.APIException):
        return _from_rest_framework(error)
    return OmniForgeError()


def _from_rest_framework(error: exceptions.APIException) -> OmniForgeError:
    if isinstance(error, exceptions.ValidationError):
        return _invalid(error)
    if isinstance(error, exceptions.ParseError):
        return InvalidInput("The body is not valid JSON.")
    if isinstance(error, exceptions.UnsupportedMediaType):
        return WrongMediaType()
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        return NotSignedIn()
    if isinstance(error, exceptions.PermissionDenied):
        return NotAllowed(str(error.detail))
    translated = OmniForgeError(str(error.detail), code=str(error.default_code))
    translated.status = error.status_code
    return translated


def _invalid(error: exceptions.ValidationError) -> InvalidInput:
    fields = error.detail if isinstance(error.detail, dict) else {"": error.detail}
    name, messages = next(iter(fields.items()))
    first = messages[0] if isinstance(messages, list) and messages else messages
    return InvalidInput(
        f"{name}: {first}" if name else str(first),
        fields={key: [str(m) for m in value] for key, value in fields.items()},
    )
