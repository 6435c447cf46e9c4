"""Codes that an app derives from a secret and the time (RFC 6238): six digits, another each half minute."""

import secrets
import time
from base64 import b32decode, b32encode

from cryptography.hazmat.primitives.constant_time import bytes_eq
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

SECONDS = 30
DIGITS = 6
_BYTES = 20  # as long as the hash (RFC 4226, section 4)
_DRIFT = (0, -1, 1)  # steps by which a phone's clock may be wrong


def new_secret() -> str:
    """Return a secret as apps take it: base32, without padding."""
    return b32encode(secrets.token_bytes(_BYTES)).decode()


def step_of(secret: str, code: str) -> int | None:
    """Return in which half minute since 1970 `code` is the secret's; None if it's none of about now."""
    now = int(time.time()) // SECONDS
    return next((now + drift for drift in _DRIFT if _is_code_of(secret, now + drift, code)), None)


def code_at(secret: str, step: int) -> str:
    """Return the code of a half minute."""
    return _totp(secret).generate(step * SECONDS).decode()


def app_address(secret: str, *, account: str, site: str) -> str:
    """Return the address that the QR code of a secret holds: what the app calls it, and the secret."""
    return _totp(secret).get_provisioning_uri(account, f"OmniForge ({site})")


def _is_code_of(secret: str, step: int, code: str) -> bool:
    return bytes_eq(code_at(secret, step).encode(), code.encode())


def _totp(secret: str) -> TOTP:
    return TOTP(b32decode(secret), DIGITS, SHA1(), SECONDS)  # all that every app knows
