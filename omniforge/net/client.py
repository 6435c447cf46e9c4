"""One request to an address that somebody named, with limits on time, size and type."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx2
from django.utils.translation import gettext

from omniforge.instants import say_seconds
from omniforge.net.errors import RequestFailed, RequestRefused
from omniforge.net.guard import Guard, read_url
from omniforge.net.transport import GuardedTransport

MOST_REDIRECTS = 5
_CONNECT_SECONDS = 5.0  # per address
_OURS = {"user-agent": "OmniForge", "accept-encoding": "gzip, deflate"}
# Headers that may follow a redirect to another site: none that identify us.
_HARMLESS = frozenset({*_OURS, "accept", "accept-language", "connection", "cookie", "host"})


@dataclass(frozen=True, slots=True)
class Fetched:
    """A response: `url` is the final one, `content_type` has no parameters ('text/html').

    `body` is decompressed. `charset` is as declared, or empty.
    """

    status: int
    url: str
    content_type: str
    charset: str
    body: bytes

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300


@dataclass(frozen=True, slots=True)
class _Bounds:
    """Limits of a response: `size` in bytes after decompression, and the allowed beginnings of its type."""

    size: int
    types: tuple[str, ...]


async def fetch(
    method: str,
    url: str,
    *,
    headers: Mapping[str, str] | None = None,
    json: Any = None,
    content: bytes | None = None,
    max_bytes: int = 2_000_000,
    seconds: float = 15.0,
    types: Sequence[str] = (),
    guard: Guard | None = None,
) -> Fetched:
    """Make one request through the SSRF filter and return the whole response, of any status.

    At most 5 redirects are followed, each through the filter. A redirect to another site gets neither the
    body nor the given headers. One that would turn a POST into a GET is itself the response. `seconds` is
    for everything, and `types` (for statuses below 300) are beginnings of media types, as 'text/'.
    Raises RequestRefused and RequestFailed.
    """
    address = read_url(url)
    try:
        async with asyncio.timeout(seconds), _client(guard, seconds) as client:
            sent = {**_OURS, **(headers or {})}
            request = client.build_request(method, address, headers=sent, json=json, content=content)
            return await _follow(client, request, _Bounds(max_bytes, tuple(types)))
    except (TimeoutError, httpx2.HTTPError) as error:
        raise _failure(address.host, error, seconds) from error


def _client(guard: Guard | None, seconds: float) -> httpx2.AsyncClient:
    timeout = httpx2.Timeout(seconds, connect=min(_CONNECT_SECONDS, seconds))
    return httpx2.AsyncClient(transport=GuardedTransport(guard), timeout=timeout, trust_env=False)


async def _follow(client: httpx2.AsyncClient, request: httpx2.Request, bounds: _Bounds) -> Fetched:
    first = request.url.host
    for _ in range(MOST_REDIRECTS + 1):
        response = await client.send(request, stream=True)
        try:
            following = response.next_request
            if following is None or following.method != request.method:
                return await _read(response, bounds)
            request = _next(request, following)
        finally:
            await response.aclose()
    raise RequestFailed(gettext("%(host)s sends on from page to page without end.") % {"host": first})


def _next(before: httpx2.Request, following: httpx2.Request) -> httpx2.Request:
    """Return the request of a redirect, without headers that another site must not see."""
    if before.url.origin == following.url.origin:
        return following
    if following.method not in ("GET", "HEAD"):
        said = gettext("%(host)s wants what it was sent to go to another site. It does not.")
        raise RequestRefused(said % {"host": before.url.host})
    for name in set(following.headers) - _HARMLESS:
        del following.headers[name]
    return following


async def _read(response: httpx2.Response, bounds: _Bounds) -> Fetched:
    host, content_type = response.url.host, _media_type(response)
    if response.is_success and bounds.types and not content_type.startswith(bounds.types):
        said = gettext("%(host)s sends %(type)s, which is not read here.")
        raise RequestFailed(said % {"host": host, "type": content_type or gettext("something of no type")})
    return Fetched(
        status=response.status_code,
        url=str(response.url),
        content_type=content_type,
        charset=response.charset_encoding or "",
        body=await _body(response, bounds.size),
    )


def _media_type(response: httpx2.Response) -> str:
    return str(response.headers.get("content-type", "")).partition(";")[0].strip().lower()


async def _body(response: httpx2.Response, size: int) -> bytes:
    """Return the body. Decompresses at most 1 MiB at a time, so a zip bomb stops at the limit."""
    body = bytearray()
    async for piece in response.aiter_bytes():
        body += piece
        if len(body) > size:
            raise too_large(response.url.host, size)
    return bytes(body)


def too_large(host: str, size: int) -> RequestFailed:
    """Return the error for a response above `size` bytes."""
    said = gettext("%(host)s sends more than %(size)s bytes; that is not read.")
    return RequestFailed(said % {"host": host, "size": f"{size:,}"})


def too_slow(host: str, seconds: float) -> RequestFailed:
    """Return the error for a timeout."""
    said = gettext("%(host)s did not answer within %(time)s.")
    return RequestFailed(said % {"host": host, "time": say_seconds(seconds)}, retryable=True)


def _failure(host: str, error: Exception, seconds: float) -> RequestFailed:
    if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout):
        said = gettext("%(host)s could not be connected to. It may be down.")
        return RequestFailed(said % {"host": host}, sent=False, retryable=True)
    if isinstance(error, TimeoutError | httpx2.TimeoutException):
        return too_slow(host, seconds)
    said = gettext("%(host)s broke off or sent what is no HTTP.")
    return RequestFailed(said % {"host": host}, retryable=True)
