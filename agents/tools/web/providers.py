"""The supported search engines, and which of them the operator chose (OMNIFORGE_SEARCH)."""

import html
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

import httpx2
from django.conf import settings
from pydantic import BaseModel, TypeAdapter, ValidationError

from agents.failures import ToolFailed
from agents.tools.web.request import ask

Within = Literal["day", "week", "month", "year"]
_LONGEST_TITLE, _LONGEST_TEXT = 200, 700  # characters, so that 20 results fit into the cap for models
_NO_ANSWER = "The search engine sent what is no answer to a search. Whoever runs this server should know."
_OBJECT = TypeAdapter(dict[str, Any])
_ROWS = TypeAdapter(list[dict[str, Any]])
_TAG = re.compile(r"<[^<>]*>")


class WebResult(BaseModel):
    """One result: a page, and the engine's excerpt."""

    title: str
    link: str
    text: str
    published: str | None = None


class SearchProvider(Protocol):
    """A search engine. Raises ToolFailed and RequestRefused."""

    async def search(self, query: str, *, count: int, within: Within | None) -> Sequence[WebResult]: ...


class SearxNG:
    """A SearXNG server, whose settings must allow the format json (docs.searxng.org, Search API)."""

    def __init__(self, address: str, key: str) -> None:
        self._address = address

    async def search(self, query: str, *, count: int, within: Within | None) -> Sequence[WebResult]:
        parameters = {"q": query, "format": "json", **({"time_range": within} if within else {})}
        answer = await _ask_json("GET", f"{self._address}/search", parameters=parameters)
        return _found(answer.get("results"), text="content", published="publishedDate")[:count]


class Brave:
    """Brave's Web Search API (api.search.brave.com, version 1)."""

    def __init__(self, address: str, key: str) -> None:
        self._address = address or "https://api.search.brave.com"
        self._headers = {"X-Subscription-Token": key}

    async def search(self, query: str, *, count: int, within: Within | None) -> Sequence[WebResult]:
        parameters = {"q": query, "count": str(count), "text_decorations": "false", "result_filter": "web"}
        if within:
            parameters["freshness"] = f"p{within[0]}"
        url = f"{self._address}/res/v1/web/search"
        answer = await _ask_json("GET", url, parameters=parameters, headers=self._headers)
        pages = answer.get("web") or {}  # missing if nothing was found
        return _found(pages.get("results"), text="description", published="page_age")


class Tavily:
    """Tavily's search (api.tavily.com)."""

    def __init__(self, address: str, key: str) -> None:
        self._address = address or "https://api.tavily.com"
        self._headers = {"Authorization": f"Bearer {key}"}

    async def search(self, query: str, *, count: int, within: Within | None) -> Sequence[WebResult]:
        wanted = {"query": query, "max_results": count, **({"time_range": within} if within else {})}
        answer = await _ask_json("POST", f"{self._address}/search", headers=self._headers, json=wanted)
        return _found(answer.get("results"), text="content", published="published_date")


_PROVIDERS: dict[str, Callable[[str, str], SearchProvider]] = {
    "searxng": SearxNG,
    "brave": Brave,
    "tavily": Tavily,
}
_HOW = "Whoever runs this server sets OMNIFORGE_SEARCH to searxng:https://host, or to brave or tavily."


def search_provider() -> SearchProvider:
    """Return the configured search engine. Raises ToolFailed, which names the setting, if there is none.

    An address after the name, as in 'brave:https://gateway', replaces the engine's own.
    """
    name, _, address = settings.SEARCH.partition(":")
    if not name:
        raise ToolFailed(f"No web search is set up here. {_HOW}")
    if name not in _PROVIDERS or (name == "searxng" and not address):
        raise ToolFailed(f"The web search is set up wrongly. {_HOW}")
    if name != "searxng" and not settings.SEARCH_KEY:
        raise ToolFailed(f"The key of {name} is missing. Whoever runs this server sets OMNIFORGE_SEARCH_KEY.")
    return _PROVIDERS[name](address.rstrip("/"), settings.SEARCH_KEY)


async def _ask_json(
    method: str, url: str, *, parameters: Mapping[str, str] | None = None, **options: Any
) -> dict[str, Any]:
    address = str(httpx2.URL(url, params=parameters))
    fetched = await ask(method, address, types=("application/json",), **options)
    try:
        return _OBJECT.validate_json(fetched.body)
    except ValidationError as error:
        raise ToolFailed(_NO_ANSWER) from error


def _found(rows: Any, *, text: str, published: str) -> list[WebResult]:
    """Return the results among `rows` as plain text. `text` and `published` are the engine's field names."""
    try:
        pages = _ROWS.validate_python(rows or [])
    except ValidationError as error:
        raise ToolFailed(_NO_ANSWER) from error
    return [
        WebResult(
            title=_plain(row.get("title"))[:_LONGEST_TITLE],
            link=row["url"],
            text=_plain(row.get(text))[:_LONGEST_TEXT],
            published=row.get(published) or None,
        )
        for row in pages
        if str(row.get("url")).startswith(("http://", "https://"))
    ]


def _plain(text: str | None) -> str:
    return html.unescape(_TAG.sub("", text or "")).strip()
