"""An RSS or Atom feed, fetched behind the SSRF filter and parsed in a separate process."""

from urllib.parse import urlsplit

import orjson
from django.utils.translation import gettext, gettext_noop

from agents.failures import ToolFailed
from agents.tools.sources.fetch import fetch_source
from agents.tools.sources.items import CheckResult, Item
from agents.tools.sources.kinds.base import Kind, Settings
from omniforge.files.errors import Unreadable
from omniforge.files.subprocesses import run_isolated
from omniforge.net import Fetched
from omniforge.tenants.access import Access

_PARSING = "agents.tools.sources.parsing"
_MARKS = (b"<rss", b"<feed", b"<rdf", b":rdf")
_BEGINNING = 4_000  # bytes in which a feed identifies itself
_NO_FEED = gettext_noop("What {host} sends is no feed. Check the address in a browser, or add it as a page.")


async def parse_feed(fetched: Fetched, access: Access) -> CheckResult | None:
    """Return a feed's items, or None if it isn't a feed."""
    if not any(mark in fetched.body[:_BEGINNING].lower() for mark in _MARKS):
        return None
    request = {"url": fetched.url, "type": fetched.content_type, "charset": fetched.charset}
    try:
        parsed = orjson.loads(await run_isolated(_PARSING, request, fetched.body, person=access.person))
    except Unreadable:
        return None
    return CheckResult([Item.of(one) for one in parsed["items"]], parsed["title"])


def without_query(settings: Settings) -> str:
    """Return an address without its query, which may hold a secret."""
    parts = urlsplit(str(settings["url"]))
    return f"{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}{parts.path.rstrip('/')}"


async def _look(settings: Settings, access: Access) -> CheckResult:
    fetched = await fetch_source(str(settings["url"]))
    found = await parse_feed(fetched, access)
    if found is None:
        raise ToolFailed(gettext(_NO_FEED).format(host=urlsplit(fetched.url).hostname))
    return found


FEED = Kind("feed", gettext_noop("Feed"), _look, without_query)
