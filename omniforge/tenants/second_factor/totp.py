"""Codes that an app derives from a secret and the time (RFC 6238): six digits, a new one every 30 s."""

import secrets
import time
from base64 import b32decode, b32encode

from cryptography.hazmat.primitives.constant_time import bytes_eq
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

SECONDS = 30
DIGITS = 6
_BYTES = 20  # as long as the hash (RFC 4226, section 4)
_DRIFT = (0, -1, 1)  # allowed clock drift in steps


def new_secret() -> str:
    """Return a new secret in base32, without padding."""
    return b32encode(secrets.token_bytes(_BYTES)).decode()


def step_of(secret: str, code: str) -> int | None:
    """Return the time step (30 s since 1970) of `code`, or None if it isn't valid around now."""
    now = int(time.time()) // SECONDS
    return next((now + drift for drift in _DRIFT if _is_code_of(secret, now + drift, code)), None)


def code_at(secret: str, step: int) -> str:
    """Return the code of a time step."""
    return _totp(secret).generate(step * SECONDS).decode()


def app_address(secret: str, *, account: str, site: str) -> str:
    """Return the otpauth URI for the QR code: account, site and secret."""
    return _totp(secret).get_provisioning_uri(account, f"OmniForge ({site})")


def _is_code_of(secret: str, step: int, code: str) -> bool:
    return bytes_eq(code_at(secret, step).encode(), code.encode())


def _totp(secret: str) -> TOTP:
    return TOTP(b32decode(secret), DIGITS, SHA1(), SECONDS)  # the parameters that every app supports
