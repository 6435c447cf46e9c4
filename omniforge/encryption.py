"""Encryption at rest: text in, a Fernet token out, under the first of the keys in FIELD_ENCRYPTION_KEY.

The keys after the first still open what they once closed, until `manage.py rotate_encryption_key` has
written everything anew.
"""

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from encrypted_model_fields.fields import CRYPTER

from omniforge.errors import OmniForgeError


class CannotDecrypt(OmniForgeError):
    """No configured key opens a stored value; it names the field, never the value."""

    code = "cannot_decrypt"


def encrypt(text: str) -> str:
    """Return `text` encrypted under the first of the configured keys."""
    token: bytes = CRYPTER.encrypt(text.encode())
    return token.decode()


def decrypt(token: str, *, name: str = "text") -> str:
    """Return what `encrypt` was given. Raises CannotDecrypt, naming `name`, where no key opens it."""
    try:
        opened: bytes = CRYPTER.decrypt(token.encode())
    except InvalidToken as error:
        raise CannotDecrypt(f"{name}: no configured key opens this value") from error
    return opened.decode()


def reencrypt(token: str, *, name: str = "text") -> str:
    """Return the token under the first key; one that is already under it is returned as it is.

    Raises CannotDecrypt, naming `name`, where no key opens it.
    """
    try:
        Fernet(settings.FIELD_ENCRYPTION_KEY[0]).decrypt(token.encode())
    except InvalidToken:
        return encrypt(decrypt(token, name=name))
    return token
