"""Identifies an address: a feed, a page that links to one, or a page to watch itself."""

from contextlib import suppress
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from django.utils.translation import gettext, gettext_noop

from agents.failures import ToolFailed
from agents.tools.sources.fetch import fetch_source
from agents.tools.sources.items import CheckResult
from agents.tools.sources.kinds import kind_of
from agents.tools.sources.kinds.base import Settings
from agents.tools.sources.kinds.feed import FEED, parse_feed
from agents.tools.sources.kinds.page import PAGE, found_on
from omniforge.errors import InvalidInput
from omniforge.net import Fetched, RequestFailed, RequestRefused
from omniforge.tenants.access import Access

_FEEDS = ("application/rss+xml", "application/atom+xml", "application/rdf+xml")
_HEAD = 200_000  # characters of a page searched for links to feeds
_LONGEST = 2_000  # characters of an address
NO_ADDRESS = gettext_noop("Paste the address of a feed or a page. It begins with https://.")


@dataclass(frozen=True, slots=True)
class Discovered:
    """A source that can be added: its kind, its settings, and the result of its first check."""

    kind: str
    settings: Settings
    found: CheckResult


async def test_source(access: Access, kind: str, settings: Settings) -> Discovered:
    """Return a source of a kind with its own settings, after reading it once. Raises InvalidInput."""
    try:
        return Discovered(kind, settings, await kind_of(kind).look(settings, access))
    except (ToolFailed, RequestRefused, RequestFailed) as error:
        raise InvalidInput(error.message) from error


async def discover(access: Access, address: str, kind: str = "") -> Discovered:
    """Return the source at an address, of `kind` if given. Raises InvalidInput for `url`."""
    url = _tidy(address)
    try:
        fetched = await fetch_source(url)
        if kind != PAGE.name and (feed := await _feed(fetched, access)):
            return replace(feed, settings={"url": url}) if feed.settings["url"] == fetched.url else feed
        if kind == FEED.name:
            raise ToolFailed(gettext("There is no feed at this address, and the page there links none."))
        return Discovered(PAGE.name, {"url": url}, await found_on(fetched))
    except (ToolFailed, RequestRefused, RequestFailed) as error:
        raise InvalidInput.of("url", error.message) from error


async def _feed(fetched: Fetched, access: Access) -> Discovered | None:
    """Return the fetched feed, or the first readable one that a page links to."""
    if found := await parse_feed(fetched, access):
        return Discovered(FEED.name, {"url": fetched.url}, found)
    for link in linked_feeds(fetched)[:2]:
        try:
            found = await parse_feed(await fetch_source(link), access)
        except (ToolFailed, RequestRefused, RequestFailed):  # the next one may be readable
            continue
        if found:
            return Discovered(FEED.name, {"url": link}, found)
    return None


def linked_feeds(fetched: Fetched) -> list[str]:
    """Return the addresses of the feeds in a page's head, as far as it can be parsed."""
    links = _Links()
    with suppress(AssertionError):  # raised by the parser for marked sections that HTML doesn't have
        links.feed(fetched.body[:_HEAD].decode("utf-8", "replace"))
    return list(dict.fromkeys(filter(None, (_absolute(fetched.url, href) for href in links.found))))


def _absolute(page: str, href: str) -> str:
    """Return a link's absolute address, empty if it isn't one."""
    try:
        return urljoin(page, href)
    except ValueError:
        return ""


class _Links(HTMLParser):
    """Collects `<link rel="alternate" type="application/rss+xml" href="…">`."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, Any]]) -> None:
        given = {name: str(value or "") for name, value in attrs}
        is_feed = (
            "alternate" in given.get("rel", "").lower().split() and given.get("type", "").lower() in _FEEDS
        )
        if tag == "link" and is_feed and given.get("href"):
            self.found.append(given["href"])


def _tidy(address: str) -> str:
    """Return an address with a scheme: people also paste 'heise.de'."""
    url = address.strip()
    if url and "://" not in url:
        url = f"https://{url}"
    if not url or len(url) > _LONGEST or any(sign.isspace() for sign in url):
        raise InvalidInput.of("url", gettext(NO_ADDRESS))
    return url
