"""All of OmniForge's own errors: one base class, stable codes, messages for people.

    OmniForgeError
    ├── InvalidInput          400  invalid_request
    ├── NotSignedIn           401  not_signed_in
    ├── NotAllowed            403  not_allowed
    │   └── SecondFactorNeeded 403 second_factor_needed
    ├── NotFound              404  not_found          (missing and foreign look the same)
    ├── Conflict              409  conflict
    │   └── Busy              409  busy
    ├── TooLarge              413  too_large
    ├── WrongMediaType        415  unsupported_media_type
    ├── TooManyRequests       429  rate_limited
    ├── RequestRefused        422  request_refused    (the SSRF filter: omniforge/net/errors.py)
    ├── RequestFailed         502  request_failed
    ├── StorageUnavailable    503  storage_unavailable
    ├── Restarting            503  restarting
    └── ModelError            502  model_error        (its kinds: omniforge/llm/errors.py)

They are rendered in two places only: `omniforge/web/problems.py` for HTTP and the turn engine for streams.
"""

from collections.abc import Mapping


class OmniForgeError(Exception):
    """Base class. `message` is for people: it says what happened and what to do, and contains no secret."""

    code = "internal_error"
    status = 500
    message = "Something failed on our side. What you wrote is kept; try again."
    retryable = False
    retry_after: float | None = None  # seconds

    def __init__(
        self, message: str | None = None, *, code: str | None = None, retry_after: float | None = None
    ) -> None:
        self.message = message or self.message
        self.code = code or self.code
        self.retry_after = self.retry_after if retry_after is None else retry_after
        super().__init__(self.message)


class InvalidInput(OmniForgeError):
    """The request is invalid. `fields` maps field names to messages."""

    code = "invalid_request"
    status = 400
    message = "The request is not valid."

    def __init__(
        self,
        message: str | None = None,
        *,
        code: str | None = None,
        fields: Mapping[str, list[str]] | None = None,
    ) -> None:
        self.fields = dict(fields or {})
        super().__init__(message, code=code)

    @classmethod
    def of(cls, field: str, message: str) -> "InvalidInput":
        """Return the error of a single field."""
        return cls(message, fields={field: [message]})


class NotSignedIn(OmniForgeError):
    """Nobody is signed in and no valid key was sent."""

    code = "not_signed_in"
    status = 401
    message = "You're signed out. Sign in again. A program sends its API key as 'Authorization: Bearer ...'."


class NotAllowed(OmniForgeError):
    """The person's role or the key's scopes don't allow this."""

    code = "not_allowed"
    status = 403
    message = "Your role does not allow this. An owner or admin of the workspace can do it."


class SecondFactorNeeded(NotAllowed):
    """The workspace requires a second factor, and this member has none."""

    code = "second_factor_needed"
    message = "This workspace requires two-factor authentication. Open the site to set it up."


class NotFound(OmniForgeError):
    """It does not exist, was deleted, or belongs to somebody else."""

    code = "not_found"
    status = 404
    message = "There is nothing here. It was deleted, or it belongs to someone else."


class Conflict(OmniForgeError):
    """The object was changed in the meantime. `version` is its current version, if it has numbers."""

    code = "conflict"
    status = 409
    message = "This changed in the meantime. Load it again and repeat what you did."

    def __init__(
        self, message: str | None = None, *, code: str | None = None, version: int | None = None
    ) -> None:
        self.version = version
        super().__init__(message, code=code)


class Busy(Conflict):
    """Another operation on the object is in progress, and will end."""

    code = "busy"
    retryable = True


class TooLarge(OmniForgeError):
    """The request exceeds a size limit."""

    code = "too_large"
    status = 413
    message = "This is too large."


class WrongMediaType(OmniForgeError):
    """This endpoint doesn't accept the body's media type."""

    code = "unsupported_media_type"
    status = 415
    message = "A body of this type can't be read here."


class TooManyRequests(OmniForgeError):
    """A rate limit was reached. `retry_after` is in seconds."""

    code = "rate_limited"
    status = 429
    message = "Too many requests. Wait a moment and send it again."
    retryable = True


class StorageUnavailable(OmniForgeError):
    """The database does not answer."""

    code = "storage_unavailable"
    status = 503
    message = "The database does not answer at the moment. What wasn't confirmed is not kept: send it again."
    retryable = True
    retry_after = 5.0


class Restarting(OmniForgeError):
    """This process is shutting down. Another one, or its successor, accepts messages."""

    code = "restarting"
    status = 503
    message = "The server is being restarted. Try again in a moment."
    retryable = True


class ModelError(OmniForgeError):
    """A language model could not be used."""

    code = "model_error"
    status = 502
    message = "The language model could not answer."
    retryable = True
