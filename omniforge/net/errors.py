"""What keeps a request from being made, or from being answered."""

from omniforge.errors import OmniForgeError


class RequestRefused(OmniForgeError):
    """The guard does not let a request out. The message names the host, never the address behind it.

    `host` is what the operator could allow, with its port, if that is all that is wrong.
    """

    code = "request_refused"
    status = 422

    def __init__(self, message: str, *, host: str = "") -> None:
        super().__init__(message)
        self.host = host


class RequestFailed(OmniForgeError):
    """A request was let out and came to nothing; `sent` is false where the other side cannot have seen it."""

    code = "request_failed"
    status = 502

    def __init__(self, message: str, *, sent: bool = True, retryable: bool = False) -> None:
        super().__init__(message)
        self.sent = sent
        self.retryable = retryable
