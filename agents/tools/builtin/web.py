"""The tools that read the web. Their results were written by strangers: data, never instructions."""

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Literal
from urllib.parse import unquote, urlsplit

import orjson
from pydantic import Field

from agents.events import Source
from agents.tools.context import CallContext
from agents.tools.tool import ToolArguments, ToolResult, tool
from agents.tools.web.pages import PDF, Page, fetch_page, page_of
from agents.tools.web.providers import WebResult, Within, search_provider
from omniforge.files.reading.client import read_excerpt
from omniforge.files.reading.excerpt import Excerpt
from omniforge.files.types import Kind

_LONGEST = 20_000  # characters of a page in one result
_ENCODED = 22_000  # the same as JSON, in which line breaks and quotes take two
_SNIPPET = 200


class PageAddress(ToolArguments):
    url: str = Field(min_length=8, max_length=2000)
    start: int = Field(0, ge=0, description="next_start of the part before.")


class WebPage(ToolResult):
    """A part of a page: its `text` from `start` on, of `length` in all, counted in `unit`."""

    url: str
    title: str
    unit: Literal["characters", "pages"] = "characters"
    start: int
    length: int
    next_start: int | None = None
    note: str | None = None
    text: str

    @classmethod
    def part(cls, page: Page, start: int) -> "WebPage":
        text = _cut(page.text[start:])
        end = start + len(text)
        past = f"The text ends at character {len(page.text)}." if page.text and not text else None
        return cls(
            url=page.url,
            title=page.title[:300],
            start=start,
            length=len(page.text),
            next_start=end if end < len(page.text) else None,
            note=page.note or past,
            text=text,
        )

    @classmethod
    def of_pdf(cls, url: str, excerpt: Excerpt) -> "WebPage":
        total = excerpt.total or 0
        read = f"of which {excerpt.words()} were read." if excerpt.text else f"and it ends at page {total}."
        notes = (f"This is a PDF, {read}", excerpt.note if excerpt.text else None)
        return cls(
            url=url,
            title=unquote(PurePosixPath(urlsplit(url).path).name)[:300],
            unit="pages",
            start=excerpt.start,
            length=total,
            next_start=excerpt.next_start,
            note=" ".join(filter(None, notes)),
            text=excerpt.text or "",
        )

    def summary(self) -> str:
        return self.note or f"Read {self.title or self.url}, {len(self.text):,} of {self.length:,} characters"

    def sources(self) -> Sequence[Source]:
        return [Source(self.title or self.url, self.url, self.text[:_SNIPPET])]


class Query(ToolArguments):
    query: str = Field(min_length=1, max_length=400)
    count: int = Field(8, ge=1, le=20)
    within: Within | None = Field(None, description="Newer than that.")


class WebResults(ToolResult):
    """The results, best first."""

    results: list[WebResult]

    def summary(self) -> str:
        return f"{len(self.results)} results" if self.results else "Nothing was found"

    def sources(self) -> Sequence[Source]:
        return [Source(found.title, found.link, found.text[:_SNIPPET]) for found in self.results]


@tool(said="Reading {url}", timeout=60, retries=1, outside=True, strangers=True, address="url", rare=True)
async def web_visit(arguments: PageAddress, context: CallContext) -> WebPage:
    """Read a page of the web or a PDF, part by part, at an address that the person gave or a search found."""
    fetched = await fetch_page(arguments.url)
    if fetched.content_type == PDF:
        excerpt = await read_excerpt(
            Kind.PDF, fetched.body, start=max(1, arguments.start), person=context.access.person
        )
        return WebPage.of_pdf(fetched.url, excerpt)
    return WebPage.part(await page_of(fetched), arguments.start)


@tool(
    said='Searching the web for "{query}"',
    timeout=30,
    retries=1,
    needs="SEARCH",
    outside=True,
    strangers=True,
)
async def web_search(arguments: Query, context: CallContext) -> WebResults:
    """Search the web: title, address and a few lines of each page. Read those that matter with web_visit."""
    found = await search_provider().search(arguments.query, count=arguments.count, within=arguments.within)
    return WebResults(results=list(found))


def _cut(text: str) -> str:
    """Return as much of a text's beginning as fits into a result."""
    text = text[:_LONGEST]
    over = len(orjson.dumps(text).decode()) - _ENCODED
    return text[:-over] if over > 0 else text
