"""A watched page: its text, and the passages added or removed since the last check."""

import hashlib
from collections.abc import Sequence
from difflib import SequenceMatcher
from urllib.parse import urlsplit

from django.utils.translation import gettext, gettext_noop

from agents.failures import ToolFailed
from agents.tools.sources.fetch import fetch_source
from agents.tools.sources.items import LONGEST_TEXT, LONGEST_TITLE, CheckResult, Item
from agents.tools.sources.kinds.base import Kind, Settings, State
from agents.tools.sources.kinds.feed import without_query
from agents.tools.web.pages import page_of
from omniforge.net import Fetched
from omniforge.tenants.access import Access

_MOST = 400  # passages of a page compared
_LONGEST = 1_000  # characters of a passage
_TYPES = ("text/", "application/xhtml+xml", "application/json")
_CHANGE = 2 * LONGEST_TEXT  # characters reported of a change


async def found_on(fetched: Fetched) -> CheckResult:
    """Return a page's text as passages. Raises ToolFailed if it has none."""
    host = urlsplit(fetched.url).hostname
    if not fetched.content_type.startswith(_TYPES):
        sent = fetched.content_type or gettext("something of no type")
        said = gettext("%(host)s sends %(type)s. Only pages are watched.")
        raise ToolFailed(said % {"host": host, "type": sent})
    page = await page_of(fetched)
    if not page.text:
        said = gettext("There is no text at this address of %(host)s to compare.") % {"host": host}
        raise ToolFailed(f"{said} {page.note}".strip())
    lines = (line[:_LONGEST] for line in map(_plain, page.text.splitlines()) if line)
    passages = list(dict.fromkeys(lines))[:_MOST]  # many similar ones take seconds to compare
    return CheckResult(title=page.title[:LONGEST_TITLE], state={"passages": passages, "url": fetched.url})


def changes(found: CheckResult, before: State | None) -> Sequence[Item]:
    """Return the changes since the last check as one item. The first check has none."""
    if before is None:
        return ()
    added, removed = _differences(before["passages"], found.state["passages"])
    if not (added or removed):
        return ()
    text = "\n".join([*(f"Added: {one}" for one in added), *(f"Removed: {one}" for one in removed)])
    counts = [f"{len(row)} {word}" for row, word in ((added, "added"), (removed, "removed")) if row]
    title = f"{found.title or 'The page'} changed: passages {' and '.join(counts)}"
    key = hashlib.sha256(f"{before['passages']}{text}".encode()).hexdigest()[:20]
    return (Item(key, title, found.state["url"], _cut(text)),)


def _differences(before: Sequence[str], now: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the passages added and removed. Moved ones are neither."""
    added, removed = list[str](), list[str]()
    for what, start, end, first, last in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if what != "equal":
            removed += before[start:end]
            added += now[first:last]
    return [one for one in added if one not in before], [one for one in removed if one not in now]


def _cut(text: str) -> str:
    return text if len(text) <= _CHANGE else f"{text[: _CHANGE - 1].rstrip()}…"


def _plain(line: str) -> str:
    return " ".join(line.split())


async def _look(settings: Settings, access: Access) -> CheckResult:
    return await found_on(await fetch_source(str(settings["url"])))


PAGE = Kind("page", gettext_noop("Page"), _look, without_query, changes)
