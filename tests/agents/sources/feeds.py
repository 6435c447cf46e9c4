"""Feeds and pages as real sites send them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import format_datetime

from tests.net.pages import Page

RSS, ATOM, HTML = "application/rss+xml", "application/atom+xml", "text/html; charset=utf-8"


def rss(*titles: str, title: str = "Heise Online", at: datetime | None = None) -> Page:
    """Return a feed with its newest item first; without `at` its items have no dates."""
    dated = f"<pubDate>{format_datetime(at or datetime.now(UTC))}</pubDate>" if at else ""
    items = "".join(
        f"<item><title>{one}</title><link>https://news.example/{one.replace(' ', '-')}</link>{dated}"
        f"<description>&lt;p&gt;All about {one}.&lt;/p&gt;</description></item>"
        for one in titles
    )
    text = f'<?xml version="1.0"?><rss version="2.0"><channel><title>{title}</title>{items}</channel></rss>'
    return Page(text.encode(), content_type=RSS)


def atom(*titles: str) -> Page:
    entries = "".join(
        f'<entry><id>urn:{one}</id><title type="html">{one}</title><updated>2026-11-20T08:00:00Z</updated>'
        f'<link href="/posts/{one}"/><content>Words of {one}</content></entry>'
        for one in titles
    )
    text = f'<feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title>{entries}</feed>'
    return Page(text.encode(), content_type=ATOM)


def page(*passages: str, title: str = "Prices", head: str = "") -> Page:
    """Return a page of some paragraphs, each long enough to count as one."""
    body = "".join(f"<p>{one}</p>" for one in passages)
    shown = f"<body><article><h1>{title}</h1>{body}</article></body>"
    text = f"<html><head><title>{title}</title>{head}</head>{shown}</html>"
    return Page(text.encode(), content_type=HTML)


def links(*hrefs: str) -> str:
    """Return the tags that link a page's feeds."""
    return "".join(f'<link rel="alternate" type="application/rss+xml" href="{href}">' for href in hrefs)


def paragraphs(*beginnings: str) -> Sequence[str]:
    """Return passages that no page parser takes for a menu."""
    return [
        f"{one} This sentence is here so that the passage is long enough to be read as text."
        for one in beginnings
    ]
