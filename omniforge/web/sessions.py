"""Sessions stored under hashed keys: somebody who reads the database can't use them."""

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

_LENGTH = 40  # characters of the column: 160 bits


class SessionStore(db.SessionStore):
    """Django's store under hashed keys. `session_key` is the cookie's value, which no row contains."""

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        return self._known(self._rows().first())

    async def _aget_session_from_db(self) -> AbstractBaseSession | None:
        return self._known(await self._rows().afirst())

    def exists(self, session_key: str) -> bool:
        return super().exists(hash_session_key(session_key))

    async def aexists(self, session_key: str) -> bool:
        return await super().aexists(hash_session_key(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        return _hashed(super().create_model_instance(data))

    async def acreate_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        return _hashed(await super().acreate_model_instance(data))

    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            super().delete(hash_session_key(key))

    async def adelete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            await super().adelete(hash_session_key(key))

    def _rows(self) -> QuerySet[AbstractBaseSession]:
        key = hash_session_key(self.session_key or "")
        return self.model.objects.filter(session_key=key, expire_date__gt=timezone.now())

    def _known(self, row: AbstractBaseSession | None) -> AbstractBaseSession | None:
        """Return the row. An unknown key is discarded, so that clients can't choose their own."""
        if row is None:
            self._session_key = None
        return row


def hash_session_key(key: str) -> str:
    """Return the stored form of a session key: an HMAC under SECRET_KEY."""
    return salted_hmac("omniforge.web.sessions", key, algorithm="sha256").hexdigest()[:_LENGTH]


def _hashed(row: AbstractBaseSession) -> AbstractBaseSession:
    row.session_key = hash_session_key(row.session_key)
    return row
