"""python -m agents.tools.sources.parsing: parses one feed in a separate process."""

import calendar
import hashlib
import io
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import feedparser
import orjson

from agents.tools.sources.items import LONGEST_TEXT, LONGEST_TITLE, Item
from agents.tools.sources.plain import strip_markup
from omniforge.files.errors import Unreadable
from omniforge.files.program import serve

_MOST = 100  # items from the top, where feeds have their newest
_TIMES = ("published_parsed", "updated_parsed", "created_parsed")


def read_feed(content: bytes, request: Mapping[str, str]) -> dict[str, Any]:
    """Return a feed's title and newest items. Raises Unreadable if it isn't a feed."""
    type_ = f"{request['type']}; charset={request['charset']}" if request["charset"] else request["type"]
    headers = {"content-type": type_, "content-location": request["url"]}
    feed = feedparser.parse(io.BytesIO(content), response_headers=headers)
    if not feed.version:
        raise Unreadable("This is no feed.")
    items = [item.as_kept() for item in _items(feed.entries[:_MOST])]
    return {"title": strip_markup(feed.feed.get("title", ""), LONGEST_TITLE), "items": items}


def _items(entries: list[Any]) -> Iterator[Item]:
    for entry in entries:
        title, text = (
            strip_markup(entry.get("title", ""), LONGEST_TITLE),
            strip_markup(_text(entry), LONGEST_TEXT),
        )
        link = str(entry.get("link", ""))
        link = link if link.startswith(("http://", "https://")) else ""
        known_by = entry.get("id") or link or f"{title}\n{text}"
        yield Item(_key(known_by), title or text[:LONGEST_TITLE] or link, link, text, _written(entry))


def _text(entry: Any) -> str:
    """Return an entry's summary, else its content."""
    content = next((one.get("value", "") for one in entry.get("content", ())), "")
    return entry.get("summary") or content


def _key(known_by: str) -> str:
    return hashlib.sha256(known_by.encode()).hexdigest()[:20]


def _written(entry: Any) -> datetime | None:
    parsed = next((entry[name] for name in _TIMES if entry.get(name)), None)
    try:
        return datetime.fromtimestamp(calendar.timegm(parsed), UTC) if parsed else None
    except (OverflowError, ValueError, OSError):
        return None  # a year out of range


def _work(request: dict[str, Any], content: bytes) -> bytes:
    return orjson.dumps(read_feed(content, request))


if __name__ == "__main__":
    serve(_work)
