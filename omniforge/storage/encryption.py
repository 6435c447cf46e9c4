"""Encryption at rest: text or bytes in, a Fernet token out, under the first key of FIELD_ENCRYPTION_KEY.

The other keys still decrypt older values, until `manage.py rotate_encryption_key` has re-encrypted
everything.
"""

from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from encrypted_model_fields.fields import CRYPTER

from omniforge.errors import OmniForgeError

_SHORT = 4096  # characters; longer texts aren't cached


class CannotDecrypt(OmniForgeError):
    """No configured key decrypts a stored value. The message names the field, never the value."""

    code = "cannot_decrypt"


def encrypt(text: str) -> str:
    """Return `text` encrypted under the first of the configured keys."""
    return encrypt_bytes(text.encode()).decode()


def encrypt_bytes(content: bytes) -> bytes:
    """Return `content` encrypted under the first of the configured keys. It grows by a third."""
    token: bytes = CRYPTER.encrypt(content)
    return token


def decrypt(token: str, *, name: object = "text") -> str:
    """Reverse `encrypt`. Raises CannotDecrypt, naming `name`, if no key fits."""
    try:
        return _opened_lately(CRYPTER, token) if len(token) <= _SHORT else _open(CRYPTER, token)
    except InvalidToken as error:
        raise CannotDecrypt(f"{name}: no configured key opens this value") from error


def decrypt_bytes(token: bytes, *, name: str = "bytes") -> bytes:
    """Reverse `encrypt_bytes`. Raises CannotDecrypt, naming `name`, if no key fits."""
    try:
        content: bytes = CRYPTER.decrypt(token)
    except InvalidToken as error:
        raise CannotDecrypt(f"{name}: no configured key opens this value") from error
    return content


def _open(crypter: MultiFernet, token: str) -> str:
    return crypter.decrypt(token.encode()).decode()


# Each turn reads again what earlier turns have read. A token is never reused for another text.
_opened_lately = lru_cache(maxsize=4096)(_open)


def reencrypt(token: str, *, name: str = "text") -> str:
    """Return the token re-encrypted with the first key, or unchanged if it already is.

    Raises CannotDecrypt, naming `name`, if no key fits.
    """
    return reencrypt_bytes(token.encode(), name=name).decode()


def reencrypt_bytes(token: bytes, *, name: str = "bytes") -> bytes:
    """Like `reencrypt`, for a token of `encrypt_bytes`."""
    try:
        Fernet(settings.FIELD_ENCRYPTION_KEY[0]).decrypt(token)
    except InvalidToken:
        return encrypt_bytes(decrypt_bytes(token, name=name))
    return token
