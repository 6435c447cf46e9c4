"""HTTP with a CalDAV server, through the SSRF filter. It blocks, so call it from a thread without a loop."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

import httpx2
from django.utils.translation import gettext

from omniforge.calendar.store import MISSING
from omniforge.errors import Conflict, InvalidInput, NotFound
from omniforge.net import GuardedTransport, RequestFailed, RequestRefused
from omniforge.net.client import too_large

_SECONDS = 15.0
_LARGEST = 5_000_000  # bytes of an answer


class Account(TypedDict):
    """A person's account at a CalDAV server. `url` is the server's, and after connecting the calendar's."""

    url: str
    username: str
    password: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A response. `etag` is empty if the server sent none."""

    etag: str
    body: bytes


class CalDavClient:
    """Sends requests with the account's credentials."""

    def __init__(self, account: Account) -> None:
        self._auth = (account["username"], account["password"])

    def send(
        self, method: str, url: httpx2.URL, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Make one request and return the answer.

        Raises RequestRefused, RequestFailed, InvalidInput if the server rejects the account, NotFound,
        and Conflict if a condition in the headers does not hold.
        """
        return asyncio.run(self._send(method, url, body, headers or {}))

    async def _send(self, method: str, url: httpx2.URL, body: bytes, headers: Mapping[str, str]) -> Answer:
        try:
            async with (
                asyncio.timeout(_SECONDS),
                self._client() as client,
                client.stream(method, url, content=body, headers=headers) as response,
            ):
                _require_success(response)
                return Answer(response.headers.get("etag", ""), await _body(response))
        except (TimeoutError, httpx2.HTTPError) as error:
            said = gettext("The calendar's server %(host)s does not answer. Try again later.")
            raise RequestFailed(said % {"host": url.host}, retryable=True) from error

    def _client(self) -> httpx2.AsyncClient:
        return httpx2.AsyncClient(
            transport=GuardedTransport(), auth=self._auth, timeout=_SECONDS, trust_env=False
        )


def _require_success(response: httpx2.Response) -> None:
    """Raise the error for a failed status. Redirects are not followed: they would carry the password."""
    host = response.url.host
    if response.has_redirect_location:
        moved = response.url.join(response.headers["location"])
        said = gettext("%(host)s sends on to %(address)s. Connect that address instead.")
        raise RequestRefused(said % {"host": host, "address": moved.copy_with(userinfo=b"")})
    if response.status_code in (401, 403):
        wrong = gettext("%(host)s does not accept this user name and password.")
        raise InvalidInput.of("password", wrong % {"host": host})
    if response.status_code in (404, 410):
        raise NotFound(MISSING)
    if response.status_code == 412:
        raise Conflict("The event changed in the meantime. Look at it again, then repeat the change.")
    if not response.is_success:
        said = gettext("The calendar's server %(host)s answered %(status)s. Try again later.")
        raise RequestFailed(said % {"host": host, "status": response.status_code})


async def _body(response: httpx2.Response) -> bytes:
    body = bytearray()
    async for piece in response.aiter_bytes():
        body += piece
        if len(body) > _LARGEST:
            raise too_large(response.url.host, _LARGEST)
    return bytes(body)
