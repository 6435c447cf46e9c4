"""Maps exceptions and vendors' HTTP statuses to kinds of ModelError."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import orjson

from omniforge.llm.errors import (
    ModelAddressRefused,
    ModelContextFull,
    ModelDeclined,
    ModelError,
    ModelKeyRefused,
    ModelMalformed,
    ModelOutOfCredit,
    ModelRateLimited,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
    ModelUnknown,
    ModelWithoutTools,
)
from omniforge.net.errors import RequestFailed, RequestRefused

# Parts of vendors' messages, for errors that share a status.
_BY_WORD: dict[str, type[ModelError]] = {
    **dict.fromkeys(
        (
            "not support tool",  # Ollama
            "not support function calling",
            "function calling is not supported",
            "tool calling` is not supported",
            "tools is not supported",
            "support tool use",  # OpenRouter
            "tool choice requires",  # vLLM, depending on its start options
            "tools param requires",  # llama.cpp, depending on its start options
        ),
        ModelWithoutTools,
    ),
    "api key not valid": ModelKeyRefused,  # Gemini, with 400
    "context_length_exceeded": ModelContextFull,
    "exceed_context_size": ModelContextFull,  # llama.cpp
    "maximum context length": ModelContextFull,  # vLLM
    "input token count": ModelContextFull,  # Gemini
    "content_filter": ModelDeclined,  # Azure, for the prompt
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
def model_errors() -> Iterator[None]:
    """Convert every exception of the block to a kind of ModelError."""
    try:
        yield
    except ModelError:
        raise
    except Exception as error:  # from the connection or from parsing
        raise as_model_error(error) from error


def as_model_error(error: Exception) -> ModelError:
    """Return the ModelError for an error of the connection or of parsing."""
    if isinstance(error, httpx2.TimeoutException):
        return ModelTimeout()
    if isinstance(error, RequestRefused):
        return ModelAddressRefused.of(error.host) if error.host else ModelAddressRefused(error.message)
    if isinstance(error, httpx2.HTTPError | OSError | RequestFailed):
        return ModelUnavailable()
    return ModelMalformed()


def from_response(response: httpx2.Response, content: bytes) -> ModelError:
    """Return the error for a response with this content."""
    if response.status_code in (401, 403):
        return ModelKeyRefused()
    try:
        body = orjson.loads(content)
    except orjson.JSONDecodeError:
        body = None
    return from_status(response.status_code, body, _retry_after(response))


def from_status(status: int, body: Any, retry_after: float | None = None) -> ModelError:
    """Return the error for an HTTP status and its body."""
    words = _words(body).lower()
    for word, kind in _BY_WORD.items():
        if word in words:
            return kind(retry_after=retry_after)
    default = ModelUnavailable if status >= 500 else ModelRejected
    return _BY_STATUS.get(status, default)(retry_after=retry_after)


def _words(body: Any) -> str:
    """Return the vendor's error text, from {"error": {"type", "code", "message"}}, also in a list."""
    body = body[0] if isinstance(body, list) and body else body
    detail = body.get("error", body) if isinstance(body, dict) else None
    return (
        " ".join(str(detail.get(key)) for key in ("type", "code", "message"))
        if isinstance(detail, dict)
        else ""
    )


def _retry_after(response: httpx2.Response) -> float | None:
    """Return the seconds of a Retry-After header. (Its other form, a date, is ignored.)"""
    try:
        return float(response.headers["retry-after"])
    except (KeyError, ValueError):
        return None
