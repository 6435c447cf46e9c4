"""The key of the audit chain: made once, and never changed, so that old entries can always be checked.

It is stored under keys that are derived from FIELD_ENCRYPTION_KEY for this alone. Under the encryption keys
themselves whoever can write to the database could put a message of their own in its place, and know the key.
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
    """Return the key. Raises CannotDecrypt where no configured encryption key opens it."""
    row, _ = AuditKey.objects.get_or_create(pk=_ROW, defaults={"wrapped": wrap_new_key()})
    return unwrap(row.wrapped)


def wrap_new_key() -> str:
    """Make a key, and return it as it is stored."""
    return _wrapper().encrypt(secrets.token_bytes(32)).decode()


def unwrap(wrapped: str) -> bytes:
    """Return a stored key. Raises CannotDecrypt."""
    try:
        return _wrapper().decrypt(wrapped)
    except InvalidToken as error:
        raise CannotDecrypt("AuditKey: no configured key opens this value") from error


def rewrap_audit_key() -> tuple[int, int]:
    """Store the key under the first encryption key; returns how many changed, and how many no key opens."""
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
