"""What a socket may be opened from, and what it lets hear: pages of this site alone, and a key's scopes."""

import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.chat_client import ChatClient
from tests.conversations.conftest import plain_client
from tests.site import Site, copy_state
from tests.states import PASSWORD, Peopled

TRUSTED = "https://talk.example.org"
MOST = 50


@pytest.fixture(scope="module")
def site(peopled: Peopled, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    var = copy_state(peopled[0], tmp_path_factory.mktemp("rights") / "var")
    site = Site(var, CSRF_TRUSTED_ORIGINS=TRUSTED)
    site.start()
    yield site
    site.stop()


@pytest.fixture(scope="module")
def cookie(site: Site) -> str:
    """The cookie of ann's browser, once she has signed in."""
    with plain_client(site.url, Origin=site.url) as browser:
        token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', browser.get("/sign-in/").text)
        assert token
        fields = {"email": "ann@example.org", "password": PASSWORD, "csrfmiddlewaretoken": token[1]}
        assert browser.post("/sign-in/", data=fields).status_code == 302
        return f"sessionid={browser.cookies['sessionid']}"


async def opens(site: Site, cookie: str, origin: str | None) -> bool:
    """Return whether a page of this origin may open a socket in a person's name."""
    try:
        async with connect(site.ws_url, additional_headers={"Cookie": cookie}, origin=origin) as socket:
            return bool(await socket.recv())
    except InvalidStatus as refused:
        assert refused.response.status_code == 403
        return False


async def test_pages_of_this_site_open_sockets(site: Site, cookie: str):
    assert await opens(site, cookie, site.url)
    assert await opens(site, cookie, TRUSTED)


@pytest.mark.parametrize(
    "origin",
    [
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "https://127.0.0.1:{port}",
        "http://localhost:{port}",
        "http://talk.example.org",
        "http://127.0.0.1.evil.example:{port}",
        "http://127.0.0.1:{port}@evil.example",
        "null",
        "file://",
        None,
    ],
)
async def test_pages_from_elsewhere_do_not(site: Site, cookie: str, origin: str | None):
    assert not await opens(site, cookie, origin and origin.format(port=urlsplit(site.url).port))


def key(site: Site, scopes: str) -> str:
    whose = ("--tenant", "acme", "--user", "ann@example.org", "--scopes", scopes)
    return site.manage("create_api_key", *whose).splitlines()[-1]


@pytest.fixture(scope="module")
def talker(site: Site) -> str:
    """A key that may chat, and nothing else."""
    return key(site, "chat")


@pytest.fixture(scope="module")
def reader(site: Site) -> str:
    return key(site, "chat,read")


async def test_a_key_that_may_only_chat_hears_what_it_asked_and_nothing_else(
    site: Site, talker: str, reader: str
):
    async with ChatClient(site.ws_url, talker) as chat, ChatClient(site.ws_url, reader) as other:
        await other.wait_for("listening")
        said, _ = await other.ask("List my agents")
        for kind, fields in (("subscribe", {"turn_id": said["turn_id"]}), ("watch", {})):
            await chat.send(kind, **fields)
            refused = await chat.wait_for("error")
            assert refused["code"] == "not_allowed" and "'read'" in refused["message"]
            chat.frames.clear()
        own, text = await chat.ask("Which skills do I have?")
        assert text
        chat.frames.clear()
        await chat.send("subscribe", turn_id=own["turn_id"])
        await chat.wait_for("done", own["turn_id"])
        assert {frame["turn_id"] for frame in chat.frames if "turn_id" in frame} == {own["turn_id"]}
        assert not {"listening", "turn", "conversation"} & {frame["type"] for frame in chat.frames}
        assert (await other.wait_for("turn", own["turn_id"]))["content"] == "Which skills do I have?"


async def test_it_takes_up_its_own_turn_by_sending_the_message_again(site: Site, talker: str):
    async with ChatClient(site.ws_url, talker) as chat:
        own, text = await chat.ask("List my agents")
    async with ChatClient(site.ws_url, talker) as again:
        await again.send("message", id=own["id"], content="List my agents")
        repeated = await again.wait_for("accepted")
        assert repeated["turn_id"] == own["turn_id"]
        await again.wait_for("done", own["turn_id"])
        assert again.text_of(own["turn_id"]) == text


async def test_a_person_has_so_many_sockets_and_no_more(site: Site, reader: str):
    async with AsyncExitStack() as stack:
        for _ in range(MOST):
            await stack.enter_async_context(ChatClient(site.ws_url, reader))
        async with ChatClient(site.ws_url, reader) as refused:
            told = await refused.wait_for("error")
            assert told["code"] == "rate_limited" and "Close some of them" in told["message"]
            with pytest.raises(ConnectionClosed) as closed:
                await refused.wait_for("listening")
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
    async with ChatClient(site.ws_url, reader) as later:
        await later.wait_for("listening")
