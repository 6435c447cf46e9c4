"""Clients that don't read take no memory and no time from others, and are soon disconnected."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import psutil
import pytest
from websockets.exceptions import ConnectionClosed

from tests.chat_client import ChatClient
from tests.conversations.conftest import QUESTION, ChatSite, model_variables
from tests.house.connection import FORM, Connection, form
from tests.site import Site, copy_state
from tests.standin.server import ModelServer
from tests.states import Peopled
from tests.waiting import until

LONG = "some words of a long answer, " * 10_000  # 280 KB
ROUNDS = 60
IMPATIENT = ["-m", "tests.house.impatient"]


@pytest.fixture
async def deaf(chat_site: ChatSite) -> AsyncIterator[list[ChatClient]]:
    """Clients that send and never read; each buffers some frames by itself."""
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(chat_site.chat()) for _ in range(6)]
        yield clients
        for client in clients:
            client.socket.transport.abort()  # no farewell would be read


async def read_once(client: ChatClient, turn_id: str) -> None:
    """Read a turn anew, to its end."""
    client.frames.clear()
    await client.send("subscribe", turn_id=turn_id)
    await client.wait_for("done", turn_id)


async def test_what_is_not_read_does_not_pile_up(chat_site: ChatSite, deaf: list[ChatClient]):
    chat_site.model.script(".", LONG)
    process = psutil.Process(chat_site.site.pid)
    async with chat_site.chat() as reader:
        accepted, text = await reader.ask(QUESTION)
        assert len(text) >= len(LONG.strip())
        await read_once(reader, accepted["turn_id"])
        before = process.memory_info().rss
        for _ in range(ROUNDS // 2):
            for client in deaf:
                await client.send("subscribe", turn_id=accepted["turn_id"])
            await read_once(reader, accepted["turn_id"])
        assert process.memory_info().rss - before < 25e6  # of 50 MB that were asked for
    await deaf[0].wait_for("done", accepted["turn_id"])
    assert deaf[0].text_of(accepted["turn_id"]).startswith(text[:1000])


@pytest.fixture
def impatient_chat(peopled: Peopled, tmp_path: Path, model_server: ModelServer) -> Iterator[ChatSite]:
    site = Site(copy_state(peopled[0], tmp_path / "var"), **model_variables(model_server))
    site.serving = IMPATIENT
    site.start()
    yield ChatSite(site, peopled[1], model_server)
    site.kill()


def is_connected(site: Site, port: int) -> bool:
    """Return whether the site still holds a connection from this port."""
    every = psutil.Process(site.pid).net_connections(kind="tcp")
    return any(one.raddr and one.raddr.port == port for one in every)


def test_a_download_that_nobody_takes_is_cut(impatient_chat: ChatSite):
    site, body = impatient_chat.site, form(b"words " * 3_000_000)
    key = {"Authorization": f"Bearer {impatient_chat.keys['ann']}"}
    with Connection(site.url) as ann:
        ann.post("/api/v1/files/", **key, Content_Type=FORM, Content_Length=len(body)).send(body)
        link = ann.answer()[2]["link"]
        ann.http.request("GET", link, headers=key)
        port = ann.http.sock.getsockname()[1]
        assert is_connected(site, port)
        until(lambda: not is_connected(site, port))


async def test_a_socket_that_takes_nothing_is_cut(impatient_chat: ChatSite):
    impatient_chat.model.script(".", LONG)
    async with impatient_chat.chat() as reader, impatient_chat.chat() as deaf:
        accepted, _ = await reader.ask(QUESTION)
        port = deaf.socket.local_address[1]
        assert is_connected(impatient_chat.site, port)
        for _ in range(ROUNDS):
            with suppress(ConnectionClosed):  # cut already, as it should be
                await deaf.send("subscribe", turn_id=accepted["turn_id"])
            await read_once(reader, accepted["turn_id"])
        until(lambda: not is_connected(impatient_chat.site, port))
        await read_once(reader, accepted["turn_id"])  # who reads is not cut
        deaf.socket.transport.abort()  # no farewell would be read
