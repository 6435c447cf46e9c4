"""How a delivery is signed: HMAC-SHA256 over its time, its id and its body, under a secret of both sides."""

import hmac
import re
import secrets
import time
from collections.abc import Mapping

SIGNATURE, TIMESTAMP, DELIVERY = "X-Signature-256", "X-Signature-Timestamp", "X-Delivery-Id"
TOLERANCE = 300  # seconds by which the clocks of both sides may differ
_PREFIX = "sha256="
_SECONDS = re.compile("[0-9]{1,12}")


def new_secret() -> str:
    """Return a random secret of 256 bits."""
    return f"whsec_{secrets.token_urlsafe(32)}"


def signature_of(secret: str, timestamp: str, delivery: str, body: bytes) -> str:
    """Return the value of X-Signature-256 for a delivery."""
    said = b".".join((timestamp.encode(), delivery.encode(), body))
    return _PREFIX + hmac.digest(secret.encode(), said, "sha256").hex()


def signed_headers(secret: str, delivery: str, body: bytes) -> Mapping[str, str]:
    """Return the headers that go with a body now; without a secret it only has its id."""
    if not secret:
        return {DELIVERY: delivery}
    timestamp = str(int(time.time()))
    signature = signature_of(secret, timestamp, delivery, body)
    return {DELIVERY: delivery, TIMESTAMP: timestamp, SIGNATURE: signature}


def refusal_of(secret: str, headers: Mapping[str, str], body: bytes, *, now: float) -> str:
    """Return why a delivery isn't from whoever knows the secret, or comes too late; empty if it is right."""
    timestamp, given = headers.get(TIMESTAMP, ""), headers.get(SIGNATURE, "")
    if not (timestamp and given):
        return f"It isn't signed: {TIMESTAMP} or {SIGNATURE} is missing."
    if "." in headers.get(DELIVERY, ""):  # the part of a body up to a full stop would pass as one's id
        return f"{DELIVERY} holds a full stop. Send an id without one, such as a UUID."
    expected = signature_of(secret, timestamp, headers.get(DELIVERY, ""), body)
    if not hmac.compare_digest(expected.encode(), given.encode()):
        return "Its signature doesn't match the secret."
    if not _SECONDS.fullmatch(timestamp) or abs(now - int(timestamp)) > TOLERANCE:
        return f"Its timestamp is more than {TOLERANCE // 60} minutes off, or isn't in seconds since 1970."
    return ""
