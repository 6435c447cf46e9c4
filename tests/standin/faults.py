"""Faults of a provider."""

from dataclasses import dataclass
from enum import StrEnum


class Fault(StrEnum):
    """The first answer with an HTTP status, the second break an answer off, the third spoil it."""

    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"
    OVERLOADED = "overloaded"
    WRONG_KEY = "wrong_key"
    OUT_OF_CREDIT = "out_of_credit"
    UNKNOWN_MODEL = "unknown_model"
    CONTEXT_FULL = "context_full"
    INVALID = "invalid"

    STALL = "stall"  # no more comes, and the connection stays open
    DISCONNECT = "disconnect"  # the connection closes in the middle
    MALFORMED = "malformed"  # broken JSON
    ERROR_EVENT = "error_event"  # an error within a stream
    CUT = "cut"  # a proper end, without a finish reason

    WRONG_SCHEMA = "wrong_schema"  # JSON, but other JSON than was asked for
    LENGTH = "length"  # the longest length was reached
    REFUSED = "refused"  # the safety filter


@dataclass(frozen=True)
class Failure:
    """A `fault`, optionally after a number of tokens, and with a Retry-After in seconds."""

    fault: Fault
    after: int = 3
    retry_after: float | None = None
    reason: str = ""
