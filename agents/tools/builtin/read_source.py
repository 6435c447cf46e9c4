"""The tool that tells what is new in a source. Its results were written by strangers: data, not orders."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pydantic import Field

from agents.events import Source as CitedSource
from agents.tools.context import CallContext
from agents.tools.sources.checks import read_items
from agents.tools.sources.items import Item
from agents.tools.sources.news import News, last_read, news_of
from agents.tools.sources.selectors import get_source
from agents.tools.tool import ToolArguments, ToolResult, tool
from omniforge.storage.database import in_database

_SNIPPET = 200
_MAY_LACK = (
    "All that it shows is new, so some may have come and gone since. A run more often would catch them."
)


class SourceToRead(ToolArguments):
    source: str = Field(min_length=1, max_length=100, description="Its name.")
    days: int | None = Field(None, ge=1, le=90, description="Left out: since the agent's last run.")


class NewItem(ToolResult):
    """Something new in a source."""

    title: str
    link: str | None = None
    at: str | None = None
    text: str | None = None

    @classmethod
    def of(cls, item: Item, now: datetime) -> "NewItem":
        at = item.when.astimezone(now.tzinfo).isoformat(timespec="minutes") if item.when else None
        text = item.text if item.text != item.title else ""
        return cls(title=item.title, link=item.link or None, at=at, text=text or None)


class SourceNews(ToolResult):
    """The news of a source `since` a moment, newest first. `more` counts those left out."""

    source: str
    read_at: str  # the next run continues from these two, so they come first
    since: str
    since_last_run: bool
    items: list[NewItem]
    more: int | None = None
    note: str | None = None

    @classmethod
    def of(cls, news: News, read_at: datetime) -> "SourceNews":
        return cls(
            source=news.source.slug,
            read_at=read_at.isoformat(),
            since=news.since.astimezone(read_at.tzinfo).isoformat(timespec="minutes"),
            since_last_run=news.by_run,
            items=[NewItem.of(item, read_at) for item in news.items],
            more=news.more or None,
            note=_MAY_LACK if news.may_lack else None,
        )

    def as_read(self) -> dict[str, Any]:
        return {name: value for name, value in super().as_read().items() if name != "since_last_run"}

    def summary(self) -> str:
        number = len(self.items) + (self.more or 0)
        return f"{number} new in {self.source}" if number else f"Nothing new in {self.source}"

    def sources(self) -> Sequence[CitedSource]:
        linked = (item for item in self.items if item.link)
        return [CitedSource(one.title, one.link or "", (one.text or "")[:_SNIPPET]) for one in linked]


@tool(said="Reading {source}", timeout=60, retries=1, outside=True, strangers=True, rare=True)
async def read_source(arguments: SourceToRead, context: CallContext) -> SourceNews:
    """Tell what is new in a connected source: a feed, a watched page, a mailbox, files."""
    access = context.access
    source = await in_database(get_source, access, arguments.source)
    mark = await in_database(last_read, access, source, context.agent, context.run_id)
    source, items = await read_items(access, source)
    read_at = (source.checked_at or context.now).astimezone(context.now.tzinfo)
    return SourceNews.of(news_of(source, items, mark, arguments.days, read_at), read_at)
