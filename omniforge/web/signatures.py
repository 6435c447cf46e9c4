"""Signatures of deliveries: HMAC-SHA256 over time, id and body, under a shared secret."""

import hmac
import re
import secrets
import time
from collections.abc import Mapping

SIGNATURE, TIMESTAMP, DELIVERY = "X-Signature-256", "X-Signature-Timestamp", "X-Delivery-Id"
TOLERANCE = 300  # seconds of allowed clock skew
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
    """Return the headers of a delivery sent now, without a secret only its id."""
    if not secret:
        return {DELIVERY: delivery}
    timestamp = str(int(time.time()))
    signature = signature_of(secret, timestamp, delivery, body)
    return {DELIVERY: delivery, TIMESTAMP: timestamp, SIGNATURE: signature}


def refusal_of(secret: str, headers: Mapping[str, str], body: bytes, *, now: float) -> str:
    """Return why a delivery's signature is invalid or too old, empty if it is valid."""
    timestamp, given = headers.get(TIMESTAMP, ""), headers.get(SIGNATURE, "")
    if not (timestamp and given):
        return f"It isn't signed: {TIMESTAMP} or {SIGNATURE} is missing."
    if "." in headers.get(DELIVERY, ""):  # otherwise part of the body could pass as the id
        return f"{DELIVERY} holds a full stop. Send an id without one, such as a UUID."
    expected = signature_of(secret, timestamp, headers.get(DELIVERY, ""), body)
    if not hmac.compare_digest(expected.encode(), given.encode()):
        return "Its signature doesn't match the secret."
    if not _SECONDS.fullmatch(timestamp) or abs(now - int(timestamp)) > TOLERANCE:
        return f"Its timestamp is more than {TOLERANCE // 60} minutes off, or isn't in seconds since 1970."
    return ""
