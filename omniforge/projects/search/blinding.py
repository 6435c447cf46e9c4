"""How words stand in the index: as what a key of the tenant makes of them, and never as themselves."""

import hmac
import secrets
from collections.abc import Iterable
from uuid import UUID

from omniforge.projects.models import SearchKey

_BYTES = 4  # of a token; two words of a large tenant share one now and then, which costs one wrong hit


class Blinder:
    """Makes a word's token: a short HMAC-SHA256 under `key`, in hexadecimal."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._tokens: dict[str, str] = {}

    def token(self, word: str) -> str:
        if word not in self._tokens:
            self._tokens[word] = hmac.digest(self._key, word.encode(), "sha256")[:_BYTES].hex()
        return self._tokens[word]

    def of(self, name: str) -> "Blinder":
        """Return the blinder of a part of the tenant, whose tokens are like those of no other part."""
        return Blinder(hmac.digest(self._key, name.encode(), "sha256"))

    def digest(self, text: str) -> str:
        """Return the whole HMAC of a text, by which it can be found again and not be read."""
        return hmac.digest(self._key, text.encode(), "sha256").hex()

    def tokens(self, words: Iterable[str]) -> list[str]:
        """Return the tokens of words sorted, as their order would tell of the sentence."""
        return sorted(map(self.token, words))


def blinder_of(tenant_id: UUID) -> Blinder | None:
    """Return the tenant's blinder; None where nothing of it was ever indexed."""
    row = SearchKey.objects.filter(tenant_id=tenant_id).first()
    return _with_key_of(row) if row else None


def made_blinder_of(tenant_id: UUID) -> Blinder:
    """Do the same to write: the key is made at first use, and never changed."""
    row, _ = SearchKey.objects.get_or_create(tenant_id=tenant_id, defaults={"key": secrets.token_hex(32)})
    return _with_key_of(row)


def _with_key_of(row: SearchKey) -> Blinder:
    return Blinder(bytes.fromhex(row.key))
