"""A web page: fetched, and reduced to text without markup, menus and scripts."""

import asyncio
from dataclasses import dataclass

from django.conf import settings

from agents.failures import ToolFailed
from agents.tools.web.request import ask
from omniforge.net import Fetched

PDF = "application/pdf"

_MARKUP = ("text/html", "application/xhtml+xml")
_TYPES = (*_MARKUP, "text/plain", "text/markdown", "text/csv", "application/json", PDF)
_LARGEST = 5_000_000  # bytes; a PDF may be as large as an uploaded file
_SECONDS = 20.0
_HARDLY_ANY = 200  # characters; fewer suggest a page that its scripts draw


@dataclass(frozen=True, slots=True)
class Page:
    """A page's text. `note` says what is missing from it."""

    url: str
    title: str
    text: str
    note: str = ""


async def fetch_page(url: str) -> Fetched:
    """Return the response for an address: a page, text or a PDF. Raises ToolFailed and RequestRefused."""
    headers, largest = {"Accept": ", ".join(_TYPES)}, settings.MAX_FILE_MB << 20
    fetched = await ask("GET", url, headers=headers, types=_TYPES, max_bytes=largest, seconds=_SECONDS)
    if fetched.content_type != PDF and len(fetched.body) > _LARGEST:
        raise ToolFailed(f"{fetched.url} has more than {_LARGEST:,} bytes; that is not read.")
    return fetched


async def page_of(fetched: Fetched) -> Page:
    """Return the title and text of a response that isn't a PDF. `url` is the address after redirects."""
    if fetched.content_type not in _MARKUP:
        return _noted(fetched, "", _decoded(fetched))
    return await asyncio.to_thread(_of_markup, fetched)


def _of_markup(fetched: Fetched) -> Page:
    from trafilatura import bare_extraction  # takes 0.3 seconds to load
    from trafilatura.settings import Document

    source = _decoded(fetched) if fetched.charset else fetched.body
    document = bare_extraction(source, url=fetched.url, with_metadata=True, include_comments=False)
    if not isinstance(document, Document):
        return _noted(fetched, "", "")
    return _noted(fetched, document.title or "", document.text or "")


def _noted(fetched: Fetched, title: str, text: str) -> Page:
    return Page(fetched.url, title.strip(), text.strip(), _missing(fetched, text.strip()))


def _missing(fetched: Fetched, text: str) -> str:
    if len(text) < _HARDLY_ANY and fetched.content_type in _MARKUP and b"<script" in fetched.body.lower():
        return "There is little text here: the page has scripts, which are not run. Another may say more."
    return "" if text else "There is no text on this page."


def _decoded(fetched: Fetched) -> str:
    try:
        return fetched.body.decode(fetched.charset or "utf-8", "replace")
    except LookupError:  # an unknown charset
        return fetched.body.decode("utf-8", "replace")
