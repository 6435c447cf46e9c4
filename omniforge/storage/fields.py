"""Model fields that are encrypted in the database.

They wrap django-encrypted-model-fields, which returns the ciphertext if the key is wrong and
decrypts what a user submits. These fields raise CannotDecrypt instead, and never decrypt input.
"""

from typing import Any

import orjson
from django.db import models
from encrypted_model_fields.fields import EncryptedMixin

from omniforge.storage.encryption import decrypt, decrypt_bytes, encrypt


class Ciphertext(models.Value):
    """A result of `encrypt`, stored without encrypting it again: `.update(content=Ciphertext(token))`."""

    def __init__(self, token: str) -> None:
        super().__init__(token, output_field=models.TextField())


NOTHING = frozenset(("", "{}", "[]"))  # empty values are stored in plain text


def decrypted(stored: str, *, name: str) -> str:
    """Decrypt a stored column without the cache, which bulk reads would flush. Raises CannotDecrypt,
    naming `name`.
    """
    return stored if stored in NOTHING else decrypt_bytes(stored.encode(), name=name).decode()


class EncryptedField(EncryptedMixin):  # type: ignore[misc]
    """Base of all encrypted fields: strict reading, and no decryption of input."""

    def from_db_value(self, value: str | None, *args: Any) -> Any:
        if value is None:
            return None
        return self.decode(value if value in NOTHING else decrypt(value, name=self))

    def to_python(self, value: Any) -> Any:
        return value

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        if value is None:
            return None
        if not hasattr(value, "as_sql"):
            text = self.encode(value)
            return text if text in NOTHING else encrypt(text)
        if isinstance(value, Ciphertext) or isinstance(value.output_field, EncryptedField):
            return value
        raise TypeError(f"{self}: an expression over plain columns would be stored unencrypted.")

    def decode(self, text: str) -> Any:
        return text

    def encode(self, value: Any) -> str:
        return str(value)


class EncryptedTextField(EncryptedField, models.TextField):  # type: ignore[type-arg]
    """Text of any length, encrypted at rest. It cannot be filtered on."""


class EncryptedJSONField(EncryptedField, models.JSONField):
    """A JSON value, encrypted at rest as text. It cannot be filtered on."""

    def get_internal_type(self) -> str:
        return "TextField"

    def decode(self, text: str) -> Any:
        return orjson.loads(text)

    def encode(self, value: Any) -> str:
        return orjson.dumps(value).decode()
