"""The key of the audit chain: created once, and never changed, so old entries stay verifiable.

It is stored wrapped, under keys derived from FIELD_ENCRYPTION_KEY for this purpose alone. If the encryption
keys themselves wrapped it, somebody who can write to the database could substitute a message of their own.
"""

import base64
import hmac
import secrets
from functools import cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from omniforge.storage.encryption import CannotDecrypt
from omniforge.tenants.models import AuditKey

_ROW = 1


@cache
def audit_key() -> bytes:
    """Return the key. Raises CannotDecrypt if no configured encryption key unwraps it."""
    row, _ = AuditKey.objects.get_or_create(pk=_ROW, defaults={"wrapped": wrap_new_key()})
    return unwrap(row.wrapped)


def wrap_new_key() -> str:
    """Generate a key, and return it wrapped."""
    return _wrapper().encrypt(secrets.token_bytes(32)).decode()


def unwrap(wrapped: str) -> bytes:
    """Unwrap a stored key. Raises CannotDecrypt."""
    try:
        return _wrapper().decrypt(wrapped)
    except InvalidToken as error:
        raise CannotDecrypt("AuditKey: no configured key opens this value") from error


def rewrap_audit_key() -> tuple[int, int]:
    """Rewrap the key with the first encryption key. Returns how many changed, and how many no key unwraps."""
    row = AuditKey.objects.filter(pk=_ROW).first()
    if row is None or _is_under_first(row.wrapped):
        return 0, 0
    try:
        wrapped = _wrapper().rotate(row.wrapped).decode()
    except InvalidToken:
        return 0, 1
    return AuditKey.objects.filter(pk=_ROW).update(wrapped=wrapped), 0


def _is_under_first(wrapped: str) -> bool:
    try:
        _derived(settings.FIELD_ENCRYPTION_KEY[0]).decrypt(wrapped)
    except InvalidToken:
        return False
    return True


def _wrapper() -> MultiFernet:
    return MultiFernet([_derived(key) for key in settings.FIELD_ENCRYPTION_KEY])


def _derived(key: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(hmac.digest(key.encode(), b"omniforge audit key", "sha256")))
