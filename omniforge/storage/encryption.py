"""Encryption at rest: text or bytes in, a Fernet token out, under the first key of FIELD_ENCRYPTION_KEY.

The keys after the first still open what they once closed, until `manage.py rotate_encryption_key` has
written everything anew.
"""

from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from encrypted_model_fields.fields import CRYPTER

from omniforge.errors import OmniForgeError

_SHORT = 4096  # characters; longer texts are opened anew each time


class CannotDecrypt(OmniForgeError):
    """No configured key opens a stored value; it names the field, never the value."""

    code = "cannot_decrypt"


def encrypt(text: str) -> str:
    """Return `text` encrypted under the first of the configured keys."""
    return encrypt_bytes(text.encode()).decode()


def encrypt_bytes(content: bytes) -> bytes:
    """Return `content` encrypted under the first of the configured keys; it grows by a third."""
    token: bytes = CRYPTER.encrypt(content)
    return token


def decrypt(token: str, *, name: object = "text") -> str:
    """Return what `encrypt` was given. Raises CannotDecrypt, naming `name`, where no key opens it."""
    try:
        return _opened_lately(CRYPTER, token) if len(token) <= _SHORT else _open(CRYPTER, token)
    except InvalidToken as error:
        raise CannotDecrypt(f"{name}: no configured key opens this value") from error


def decrypt_bytes(token: bytes, *, name: str = "bytes") -> bytes:
    """Return what `encrypt_bytes` was given. Raises CannotDecrypt, naming `name`, where no key opens it."""
    try:
        content: bytes = CRYPTER.decrypt(token)
    except InvalidToken as error:
        raise CannotDecrypt(f"{name}: no configured key opens this value") from error
    return content


def _open(crypter: MultiFernet, token: str) -> str:
    return crypter.decrypt(token.encode()).decode()


# Each turn reads again what the turns before it have read. A token is never reused for another text.
_opened_lately = lru_cache(maxsize=4096)(_open)


def reencrypt(token: str, *, name: str = "text") -> str:
    """Return the token under the first key; one that is already under it is returned as it is.

    Raises CannotDecrypt, naming `name`, where no key opens it.
    """
    return reencrypt_bytes(token.encode(), name=name).decode()


def reencrypt_bytes(token: bytes, *, name: str = "bytes") -> bytes:
    """Do the same for a token of `encrypt_bytes`."""
    try:
        Fernet(settings.FIELD_ENCRYPTION_KEY[0]).decrypt(token)
    except InvalidToken:
        return encrypt_bytes(decrypt_bytes(token, name=name))
    return token
