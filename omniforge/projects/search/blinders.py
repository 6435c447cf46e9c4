"""Blinding: words are in the index only as keyed hashes under the tenant's key."""

import hmac
import secrets
from collections.abc import Iterable
from uuid import UUID

from omniforge.projects.models import SearchKey

_BYTES = 4  # of a token; rare collisions in a large tenant cost one wrong hit


class Blinder:
    """Computes tokens of words: truncated HMAC-SHA256 under `key`, in hexadecimal."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._tokens: dict[str, str] = {}

    def token(self, word: str) -> str:
        if word not in self._tokens:
            self._tokens[word] = hmac.digest(self._key, word.encode(), "sha256")[:_BYTES].hex()
        return self._tokens[word]

    def of(self, name: str) -> "Blinder":
        """Return a blinder for a part of the tenant, with tokens distinct from all other parts."""
        return Blinder(hmac.digest(self._key, name.encode(), "sha256"))

    def digest(self, text: str) -> str:
        """Return the full HMAC of a text, for lookups by equality."""
        return hmac.digest(self._key, text.encode(), "sha256").hex()

    def tokens(self, words: Iterable[str]) -> list[str]:
        """Return the tokens of words, sorted: their order would reveal the sentence."""
        return sorted(map(self.token, words))


def find_blinder(tenant_id: UUID) -> Blinder | None:
    """Return the tenant's blinder, or None if nothing of it was ever indexed."""
    row = SearchKey.objects.filter(tenant_id=tenant_id).first()
    return _with_key_of(row) if row else None


def create_blinder(tenant_id: UUID) -> Blinder:
    """The same for writing: the key is created at first use, and never changes."""
    row, _ = SearchKey.objects.get_or_create(tenant_id=tenant_id, defaults={"key": secrets.token_hex(32)})
    return _with_key_of(row)


def _with_key_of(row: SearchKey) -> Blinder:
    return Blinder(bytes.fromhex(row.key))
