"""The cost of a chat page: requests and bytes of a cold browser; a warm one requests no file again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Cookie, Page, expect

from tests.browser.chat import Chat
from tests.browser.sites import replies_of, running_demo
from tests.site import Site
from tests.standin import ModelServer
from tests.standin.thread import running

MOST_REQUESTS = 40
MOST_BYTES = 147_000
CODE = "Here you are:\n\n```python\ndef double(number):\n    return 2 * number\n```\n\nIt takes any number."


@pytest.fixture(scope="module")
def model() -> Iterator[ModelServer]:
    """A model that answers with code."""
    with running(ModelServer()) as server:
        server.script("sky look blue", CODE)
        yield server


@pytest.fixture(scope="module")
def site(model: ModelServer, demo_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site whose replies are written by that model; intents by the rules."""
    with running_demo(demo_var, tmp_path_factory.mktemp("delivery"), **replies_of(model)) as site:
        yield site


class Traffic:
    """A tab's requests, and their bytes on the wire, including heads."""

    def __init__(self, page: Page) -> None:
        self.urls: dict[str, str] = {}
        self.sizes: dict[str, int] = {}
        self._cached: set[str] = set()
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.on("Network.requestWillBeSent", lambda e: self._asked(e["requestId"], e["request"]["url"]))
        network.on("Network.webSocketCreated", lambda e: self._asked(e["requestId"], e["url"]))
        network.on("Network.requestServedFromCache", lambda e: self._cached.add(e["requestId"]))
        network.on("Network.responseReceived", self._answered)
        network.on("Network.loadingFinished", self._ended)

    def _asked(self, request: str, url: str) -> None:
        self.urls[request] = url

    def _answered(self, event: dict) -> None:
        if event["response"].get("fromDiskCache"):
            self._cached.add(event["requestId"])

    def _ended(self, event: dict) -> None:
        self.sizes[event["requestId"]] = event["encodedDataLength"]

    def clear(self) -> None:
        for seen in (self.urls, self.sizes, self._cached):
            seen.clear()

    @property
    def sent(self) -> list[str]:
        """The URLs requested over the network, not from a cache."""
        return [url for request, url in self.urls.items() if request not in self._cached]

    @property
    def size(self) -> int:
        return sum(size for request, size in self.sizes.items() if request not in self._cached)

    def __str__(self) -> str:
        rows = sorted((self.sizes.get(request, 0), url) for request, url in self.urls.items())
        return "\n".join(f"{size:8} {url}" for size, url in rows)


@pytest.fixture(scope="module")
def with_code(browser: Browser, session: list[Cookie], site: Site) -> str:
    """The path of a conversation with code in its answer."""
    context = browser.new_context()
    context.add_cookies(session)
    chat = Chat(context.new_page(), site).new()
    chat.say("Why does the sky look blue to people?")
    path = chat.page.url.removeprefix(site.url)
    context.close()
    return path


@pytest.fixture
def tab(new_context: BrowserContext, session: list[Cookie]) -> Page:
    """A tab of a cold browser."""
    new_context.add_cookies(session)
    return new_context.new_page()


def settled(tab: Page, *, with_code: bool) -> None:
    """Wait until a page has loaded everything."""
    expect(tab.locator("#conversation-groups > *").first).to_be_attached()
    if with_code:
        expect(tab.locator(".code .hljs-keyword").first).to_be_visible()
    tab.wait_for_load_state("networkidle")


@pytest.mark.parametrize("has_code", [False, True], ids=["a new chat", "a conversation with code"])
def test_cold_page_load_stays_within_its_budget(tab, site, with_code, has_code):
    traffic = Traffic(tab)
    tab.goto(site.url + (with_code if has_code else "/"))
    settled(tab, with_code=has_code)
    assert len(traffic.sent) <= MOST_REQUESTS, traffic
    assert 50_000 < traffic.size <= MOST_BYTES, traffic


def test_warm_page_load_requests_no_static_file(tab, site, with_code):
    traffic = Traffic(tab)
    tab.goto(site.url + with_code)
    settled(tab, with_code=True)
    traffic.clear()
    tab.goto(site.url + with_code)
    settled(tab, with_code=True)
    assert [url for url in traffic.sent if "/static/" in url] == [], traffic
