"""The one place where a vendor's exception or HTTP status becomes a kind of ModelError."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2

from omniforge.llm.errors import (
    ModelContextFull,
    ModelError,
    ModelKeyRefused,
    ModelMalformed,
    ModelOutOfCredit,
    ModelRateLimited,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
    ModelUnknown,
)

# The vendors' words for what a bare status does not tell apart.
_BY_WORD: dict[str, type[ModelError]] = {
    "context_length_exceeded": ModelContextFull,
    "prompt is too long": ModelContextFull,
    "insufficient_quota": ModelOutOfCredit,
    "credit balance is too low": ModelOutOfCredit,
    "overloaded_error": ModelUnavailable,
    "rate_limit": ModelRateLimited,
    "server_error": ModelUnavailable,
    "api_error": ModelUnavailable,
}
_BY_STATUS: dict[int, type[ModelError]] = {
    402: ModelOutOfCredit,
    404: ModelUnknown,
    408: ModelUnavailable,
    413: ModelContextFull,
    429: ModelRateLimited,
}


@contextmanager
def model_errors(provider: str) -> Iterator[None]:
    """Let nothing but a kind of ModelError out of the block, which talks to `provider`."""
    try:
        yield
    except ModelError:
        raise
    except Exception as error:  # The SDKs let raw httpx2, JSON and index errors through, not only their own.
        raise as_model_error(error, provider) from error


def as_model_error(error: Exception, provider: str) -> ModelError:
    """Return what `error`, raised by an SDK or while reading an answer, means to a person."""
    status = getattr(error, "status_code", None)
    if status in (401, 403):
        variable = f"{provider.upper()}_API_KEY"
        return ModelKeyRefused(f"{provider} refused the key. Whoever runs the site can correct {variable}.")
    if isinstance(status, int):
        return from_status(status, getattr(error, "body", None), _retry_after(error))
    cause = error.__cause__ or error
    if isinstance(cause, httpx2.TimeoutException):
        return ModelTimeout()
    if isinstance(cause, httpx2.HTTPError | OSError):
        return ModelUnavailable()
    return ModelMalformed()


def from_status(status: int, body: Any, retry_after: float | None = None) -> ModelError:
    """Return the error that an HTTP status with its body stands for."""
    words = _words(body)
    for word, kind in _BY_WORD.items():
        if word in words:
            return kind(retry_after=retry_after)
    default = ModelUnavailable if status >= 500 else ModelRejected
    return _BY_STATUS.get(status, default)(retry_after=retry_after)


def _words(body: Any) -> str:
    """Return what the vendor says about the failure; both as {"error": {"type", "code", "message"}}."""
    detail = body.get("error", body) if isinstance(body, dict) else None
    return (
        " ".join(str(detail.get(key)) for key in ("type", "code", "message"))
        if isinstance(detail, dict)
        else ""
    )


def _retry_after(error: Exception) -> float | None:
    """Return the seconds of a Retry-After header. (Its other form, a date, is treated as not told.)"""
    response = getattr(error, "response", None)
    try:
        return float(response.headers["retry-after"]) if response is not None else None
    except (KeyError, ValueError):
        return None
