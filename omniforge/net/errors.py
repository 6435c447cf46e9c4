"""Errors of outgoing requests: refused, or failed."""

from omniforge.errors import OmniForgeError


class RequestRefused(OmniForgeError):
    """The SSRF filter refuses a request. The message names the host, never its resolved address.

    `host`, with its port, is set if the operator could allow it in the settings.
    """

    code = "request_refused"
    status = 422

    def __init__(self, message: str, *, host: str = "") -> None:
        super().__init__(message)
        self.host = host


class RequestFailed(OmniForgeError):
    """A request failed. `sent` is false if the other side cannot have received it."""

    code = "request_failed"
    status = 502

    def __init__(self, message: str, *, sent: bool = True, retryable: bool = False) -> None:
        super().__init__(message)
        self.sent = sent
        self.retryable = retryable
