"""HTTP to a server: behind the SSRF filter, with capped answers."""

from collections.abc import AsyncIterator

import httpx2
from django.utils.translation import gettext

from omniforge.net import GuardedTransport, RequestFailed
from omniforge.net.client import too_large

_LARGEST = 2_000_000  # bytes of one answer


class CappedTransport(GuardedTransport):
    """Cuts off answers that grow too large, which the SDK would read whole. Refuses compressed ones."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request. Raises what GuardedTransport raises, and RequestFailed for a compressed answer."""
        request.headers["accept-encoding"] = "identity"
        response = await super().handle_async_request(request)
        if response.headers.get("content-encoding", "identity") != "identity":
            await response.aclose()
            said = gettext("%(host)s compresses its answers, though it was asked not to.")
            raise RequestFailed(said % {"host": request.url.host})
        assert isinstance(response.stream, httpx2.AsyncByteStream)  # from an asynchronous transport
        response.stream = _Capped(response.stream, request.url.host)
        return response


class _Capped(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, host: str) -> None:
        self._stream = stream
        self._host = host

    async def __aiter__(self) -> AsyncIterator[bytes]:
        read = 0
        async for piece in self._stream:
            read += len(piece)
            if read > _LARGEST:
                raise too_large(self._host, _LARGEST)
            yield piece

    async def aclose(self) -> None:
        await self._stream.aclose()
