"""Model fields that are encrypted in the database, and the same encryption for text outside of it.

They wrap django-encrypted-model-fields, which by itself returns the ciphertext when the key is wrong and
decrypts what a user submits. These fields raise `CannotDecrypt` instead, and never decrypt input.
"""

from typing import Any

import orjson
from cryptography.fernet import InvalidToken
from django.db import models
from encrypted_model_fields.fields import CRYPTER, EncryptedMixin

from omniforge.errors import OmniForgeError


class CannotDecrypt(OmniForgeError):
    """No configured key opens a stored value; it names the field, never the value."""

    code = "cannot_decrypt"


def encrypt(text: str) -> str:
    """Return `text` encrypted under the first of the configured keys."""
    return CRYPTER.encrypt(text.encode()).decode()


def decrypt(token: str, *, name: str = "text") -> str:
    """Return what `encrypt` was given. Raises CannotDecrypt, naming `name`, where no key opens it."""
    try:
        return CRYPTER.decrypt(token.encode()).decode()
    except InvalidToken as error:
        raise CannotDecrypt(f"{name}: no configured key opens this value") from error


class _Strict(EncryptedMixin):
    """What both fields share: strict reading, and no decryption of input."""

    def from_db_value(self, value: str | None, *args: Any) -> Any:
        return None if value is None else self.decode(decrypt(value, name=str(self)))

    def to_python(self, value: Any) -> Any:
        return value

    def get_db_prep_save(self, value: Any, connection: Any) -> str | None:
        return None if value is None else encrypt(self.encode(value))

    def decode(self, text: str) -> Any:
        return text

    def encode(self, value: Any) -> str:
        return str(value)


class EncryptedTextField(_Strict, models.TextField):
    """Text of any length, encrypted at rest. It cannot be filtered on."""


class EncryptedJSONField(_Strict, models.JSONField):
    """A JSON value, encrypted at rest as text. It cannot be filtered on."""

    def get_internal_type(self) -> str:
        return "TextField"

    def decode(self, text: str) -> Any:
        return orjson.loads(text)

    def encode(self, value: Any) -> str:
        return orjson.dumps(value).decode()
