"""The HTTP client of each event loop."""

import asyncio

import pytest
from asgiref.sync import async_to_sync

from omniforge.llm.http_client import http_client
from tests.llm.conftest import read


async def test_event_loop_has_one_client():
    assert await http_client() is await http_client()


@pytest.mark.parametrize("run", [lambda f: asyncio.run(f()), lambda f: async_to_sync(f)()])
def test_each_event_loop_closes_its_own_client_at_its_end(run):
    first, second = run(http_client), run(http_client)
    assert first is not second
    assert first.is_closed and second.is_closed


def test_provider_works_in_successive_event_loops(make_models):
    for _ in range(2):
        assert asyncio.run(read(make_models()))
        assert async_to_sync(read)(make_models())


def test_proxy_from_the_environment_is_used(monkeypatch: pytest.MonkeyPatch):
    heads: list[bytes] = []

    async def proxy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi")
        writer.close()

    async def get() -> bytes:
        async with await asyncio.start_server(proxy, "127.0.0.1") as server:
            port = server.sockets[0].getsockname()[1]
            monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{port}")
            monkeypatch.delenv("NO_PROXY", raising=False)
            return (await (await http_client()).get("http://models.example/v1")).content

    assert asyncio.run(get()) == b"hi"
    assert heads[0].startswith(b"GET http://models.example/v1 HTTP/1.1\r\n")
