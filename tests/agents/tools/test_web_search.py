"""The tool that searches the web, against a real server that behaves like search engines."""

import json
from typing import Any

import pytest

from agents.failures import ToolFailed
from agents.tools.builtin.web import Query, WebResults, web_search
from omniforge.tenants.access import Access
from tests.agents.tools.contexts import call_context
from tests.net.pages import Page, PageServer

# The engines' answers, in their own formats.
SEARXNG = {
    "query": "tea",
    "number_of_results": 0,
    "results": [
        {
            "url": "https://tea.example/green",
            "title": "Green tea",
            "content": "Leaves that have not withered.",
            "engine": "duckduckgo",
            "engines": ["duckduckgo"],
            "score": 1.0,
            "publishedDate": "2026-11-01T00:00:00",
        },
        {"url": "https://tea.example/black", "title": "Black tea", "content": "", "publishedDate": None},
        {"url": "javascript:alert(1)", "title": "No page", "content": ""},
    ],
    "answers": [],
    "suggestions": [],
}


BRAVE = {
    "type": "search",
    "query": {"original": "tea"},
    "web": {
        "type": "search",
        "results": [
            {
                "title": "Green tea",
                "url": "https://tea.example/green",
                "description": "Leaves that have <strong>not</strong> withered &amp; more.",
                "page_age": "2026-11-01T00:00:00",
                "profile": {"name": "Tea"},
            }
        ],
    },
}


TAVILY = {
    "query": "tea",
    "answer": None,
    "images": [],
    "results": [
        {
            "title": "Green tea",
            "url": "https://tea.example/green",
            "content": "Leaves that have not withered.",
            "score": 0.98,
            "raw_content": None,
        }
    ],
    "response_time": 0.7,
}


async def search(access: Access, query: str, **wanted: Any) -> Any:
    return await web_search.run(Query(query=query, **wanted), call_context(access))


def as_json(answer: object) -> Page:
    return Page(json.dumps(answer).encode(), content_type="application/json")


@pytest.fixture
def engine(page_server: PageServer, settings) -> PageServer:
    settings.SEARCH_KEY = "the-key"
    return page_server


async def test_searxng_request_and_results_are_mapped(ann, engine: PageServer, settings):
    settings.SEARCH = f"searxng:{engine.url()}"
    engine.pages["/search"] = as_json(SEARXNG)
    found: WebResults = await search(ann, "tea & more", within="week")
    assert engine.requests[0].path == "/search?q=tea+%26+more&format=json&time_range=week"
    assert [(one.title, one.link, one.text) for one in found.results] == [
        ("Green tea", "https://tea.example/green", "Leaves that have not withered."),
        ("Black tea", "https://tea.example/black", ""),
    ]
    assert [source.link for source in found.sources()] == [one.link for one in found.results]
    assert len((await search(ann, "tea", count=1)).results) == 1


async def test_brave_request_and_results_are_mapped(ann, engine: PageServer, settings):
    settings.SEARCH = f"brave:{engine.url()}"
    engine.pages["/res/v1/web/search"] = as_json(BRAVE)
    [found] = (await search(ann, "tea", count=3, within="month")).results
    asked = engine.requests[0]
    assert asked.headers["X-Subscription-Token"] == "the-key"
    assert "q=tea&count=3" in asked.path and "freshness=pm" in asked.path
    assert (found.text, found.published) == ("Leaves that have not withered & more.", "2026-11-01T00:00:00")
    engine.pages["/res/v1/web/search"] = as_json({"type": "search", "query": {}})
    assert (await search(ann, "nothing")).summary() == "Nothing was found"


async def test_tavily_request_and_results_are_mapped(ann, engine: PageServer, settings):
    settings.SEARCH = f"tavily:{engine.url()}"
    engine.pages["/search"] = as_json(TAVILY)
    [found] = (await search(ann, "tea", count=5)).results
    asked = engine.requests[0]
    assert (asked.method, asked.headers["Authorization"]) == ("POST", "Bearer the-key")
    assert json.loads(asked.body) == {"query": "tea", "max_results": 5}
    assert (found.title, found.published) == ("Green tea", None)


@pytest.mark.parametrize(
    ("chosen", "key", "says"),
    [
        ("", "", "No web search is set up here.*OMNIFORGE_SEARCH"),
        ("searxng", "", "set up wrongly.*OMNIFORGE_SEARCH"),
        ("altavista", "k", "set up wrongly.*OMNIFORGE_SEARCH"),
        ("brave", "", "OMNIFORGE_SEARCH_KEY"),
        ("tavily", "", "OMNIFORGE_SEARCH_KEY"),
    ],
)
async def test_missing_or_wrong_search_setting_is_named(chosen, key, says, ann, settings):
    settings.SEARCH, settings.SEARCH_KEY = chosen, key
    with pytest.raises(ToolFailed, match=says):
        await search(ann, "tea")


@pytest.mark.parametrize(
    "answer",
    [
        Page(b"<html>", content_type="text/html"),
        Page(b"[]", content_type="application/json"),
        as_json({"results": 3}),
    ],
)
async def test_malformed_search_answer_is_a_failure(answer, ann, engine: PageServer, settings):
    settings.SEARCH = f"searxng:{engine.url()}"
    engine.pages["/search"] = answer
    with pytest.raises(ToolFailed):
        await search(ann, "tea")
