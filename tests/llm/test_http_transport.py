"""Our HTTP connections against servers that behave in every way a server may."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest

from omniforge.llm.http_transport import HttpTransport
from tests.llm.certificates import write_certificate

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
OK = b"HTTP/1.1 200 OK\r\n"


@asynccontextmanager
async def serving(handler: Handler, tls: ssl.SSLContext | None = None) -> AsyncIterator[str]:
    """Serve every connection with `handler` and yield the URL."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await handler(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass  # the client left, or the test is over
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "localhost", ssl=tls)
    port = server.sockets[0].getsockname()[1]
    async with server:
        yield f"{'https' if tls else 'http'}://localhost:{port}/"


def client(tls: ssl.SSLContext | None = None) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(transport=HttpTransport(tls or ssl.create_default_context()))


def replying(*replies: bytes) -> tuple[Handler, list[bytes]]:
    """Return a handler that sends one of `replies` to each request, and the list of the requests' heads."""
    heads: list[bytes] = []

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for reply in replies[len(heads) :]:
            heads.append(await reader.readuntil(b"\r\n\r\n"))
            writer.write(reply)

    return handler, heads


@pytest.mark.parametrize(
    ("reply", "body"),
    [
        (OK + b"Content-Length: 5\r\n\r\nhello", b"hello"),
        (OK + b"Content-Length: 0\r\n\r\n", b""),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\n\r\n", b"hello"),
        (OK + b"\r\nhello until the end", b"hello until the end"),
        (b"HTTP/1.0 200 OK\r\n\r\nhello", b"hello"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" + OK + b"Content-Length: 2\r\n\r\nhi", b"hi"),
        (b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + OK + b"Content-Length: 2\r\n\r\nhi", b"hi"),
    ],
)
@pytest.mark.parametrize("in_pieces", [False, True])
async def test_every_body_framing_is_read(reply, body, in_pieces):
    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        for i in range(len(reply)) if in_pieces else [slice(None)]:
            writer.write(reply[i : i + 1] if in_pieces else reply)
            await writer.drain()
            await asyncio.sleep(0)

    async with serving(handler) as url, client() as http:
        response = await http.get(url)
        assert (response.status_code, response.content) == (200, body)


async def test_connection_is_reused_until_the_server_closes_it():
    connections = 0
    length = b"Content-Length: 2\r\n\r\nhi"

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        for reply in (OK + length, OK + length, OK + b"Connection: close\r\n" + length):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(reply)

    async with serving(handler) as url, client() as http:
        for _ in range(6):
            assert (await http.get(url)).content == b"hi"
    assert connections == 2


async def test_concurrent_requests_use_separate_connections():
    both = asyncio.Barrier(2)

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        await both.wait()
        writer.write(OK + b"Content-Length: 2\r\n\r\nhi")

    async with serving(handler) as url, client() as http, asyncio.timeout(60):
        await asyncio.gather(http.get(url), http.get(url))


@pytest.mark.parametrize(
    "reply",
    [
        b"",
        b"SSH-2.0-OpenSSH\r\n\r\n",
        OK,
        OK + b"Content-Length: 9\r\n\r\nhello",
        OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        OK + b"Transfer-Encoding: chunked\r\n\r\nnonsense\r\n",
    ],
)
async def test_broken_or_truncated_response_raises_protocol_error(reply):
    handler, _ = replying(reply)
    async with serving(handler) as url, client() as http:
        with pytest.raises(httpx2.RemoteProtocolError):
            await http.get(url)


async def test_bytes_before_a_truncation_are_delivered():
    handler, _ = replying(OK + b"Content-Length: 9\r\n\r\nhello")
    async with serving(handler) as url, client() as http, http.stream("GET", url) as response:
        chunks = []
        with pytest.raises(httpx2.RemoteProtocolError):
            async for chunk in response.aiter_bytes():
                chunks.append(chunk)
    assert b"".join(chunks) == b"hello"


async def at_rest() -> None:
    """Let client and server, who share this loop, do all that they can do by now."""
    for _ in range(1000):
        await asyncio.sleep(0)


async def test_late_reader_gets_buffered_chunks_as_one():
    handler, _ = replying(OK + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 50 + b"0\r\n\r\n")
    async with serving(handler) as url, client() as http, http.stream("GET", url) as response:
        await at_rest()
        assert [chunk async for chunk in response.aiter_bytes()] == [b"a" * 50]


async def test_slow_reader_applies_backpressure_to_the_server():
    sent = 0

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        await reader.readuntil(b"\r\n\r\n")
        writer.write(OK + b"Content-Length: 50000000\r\n\r\n")
        for _ in range(50):
            writer.write(b"x" * 1_000_000)
            await writer.drain()
            sent += 1

    async with serving(handler) as url, client() as http, http.stream("GET", url) as response:
        await at_rest()
        assert 0 < sent < 25
        assert sum([len(chunk) async for chunk in response.aiter_bytes()]) == 50_000_000


async def test_abandoned_response_closes_its_connection():
    left = asyncio.Event()

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(OK + b"Content-Length: 9\r\n\r\nhello")
        await reader.read()
        left.set()

    async with serving(handler) as url, client() as http, asyncio.timeout(60):
        async with http.stream("GET", url):
            pass
        await left.wait()


async def test_header_with_a_line_break_is_not_sent():
    handler, heads = replying(OK + b"Content-Length: 0\r\n\r\n")
    async with serving(handler) as url, client() as http:
        with pytest.raises(httpx2.LocalProtocolError, match="line break"):
            await http.get(url, headers=[(b"authorization", b"Bearer k\r\nx-injected: 1")])
    assert heads == []


async def test_https_requires_a_trusted_certificate(tmp_path: Path):
    certificate, key = write_certificate(tmp_path)
    server_tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server_tls.load_cert_chain(certificate, key)
    trusting = ssl.create_default_context(cafile=str(certificate))
    body = b"x" * 600_000
    handler, _ = replying(OK + b"Content-Length: 600000\r\n\r\n" + body)
    async with serving(handler, server_tls) as url:
        async with client() as http:
            with pytest.raises(ssl.SSLCertVerificationError):
                await http.get(url)
        async with client(trusting) as http:
            assert (await http.get(url)).content == body
