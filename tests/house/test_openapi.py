"""The API's own document and the page that shows it."""

from html.parser import HTMLParser
from pathlib import Path

import orjson
import pytest
from django.core.management import call_command
from django.test import Client


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict:
    path: Path = tmp_path_factory.mktemp("openapi") / "schema.json"
    call_command(
        "spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json", "--file", str(path)
    )
    return orjson.loads(path.read_bytes())


def operations(document: dict) -> list[dict]:
    return [operation for path in document["paths"].values() for operation in path.values()]


def test_openapi_document_is_valid_without_a_warning(document: dict):
    assert document["openapi"].startswith("3.")


def test_every_operation_has_a_unique_id_and_a_description(document: dict):
    names = [operation["operationId"] for operation in operations(document)]
    assert len(set(names)) == len(names)
    assert all(operation.get("description") for operation in operations(document))


def test_every_operation_documents_its_error_response(document: dict):
    for operation in operations(document):
        assert "application/problem+json" in operation["responses"]["default"]["content"]


def test_only_chat_bodies_allow_additional_properties(document: dict):
    bodies = [
        operation["requestBody"]["content"]
        for operation in operations(document)
        if "requestBody" in operation
    ]
    schemas = [body["application/json"]["schema"] for body in bodies if "application/json" in body]
    is_open = {one["$ref"] for one in schemas if resolved(document, one).get("additionalProperties", True)}
    assert {name.rpartition("/")[2] for name in is_open} == {"ChatRequest", "AskRequest", "FocusChange"}


# Lists without pagination, with the reason why each stays short. All others have a cursor.
SHORT = {
    "/api/v1/agents/{agent}/hooks/": "20 of an agent",
    "/api/v1/agents/{agent}/hooks/{hook_id}/deliveries/": "the last 50",
    "/api/v1/agents/{agent}/versions/{number}/diff/": "the lines of one text",
    "/api/v1/budgets/": "set by hand, for a person or an agent",
    "/api/v1/calendar/events/": "those of the days that are asked for",
    "/api/v1/conversations/search/": "the best 50 at most",
    "/api/v1/conversations/{conversation_id}/memory/": "old versions are forgotten",
    "/api/v1/conversations/{conversation_id}/memory/summary/{version}/": "the parts of one summary",
    "/api/v1/mcp-directory/": "written by us",
    "/api/v1/mcp-servers/": "connected by hand",
    "/api/v1/me/": "the scopes of a key",
    "/api/v1/me/sessions/": "those of one person, twelve hours each",
    "/api/v1/missing-connections/": "what the work that is named lacks",
    "/api/v1/model-connections/": "20 of a workspace",
    "/api/v1/model-connections/{connection_id}/": "the models of one connection",
    "/api/v1/model-roles/": "written by us",
    "/api/v1/model-servers/": "those found on this machine",
    "/api/v1/models/": "those of at most 20 connections",
    "/api/v1/projects/{project_id}/search/": "the best 50 at most",
    "/api/v1/projects/{project_id}/tree/": "one picture of a project, which pages draw as a whole",
    "/api/v1/search/": "the best 50 at most",
    "/api/v1/skills/library/": "written by us",
    "/api/v1/sources/": "100 of a workspace",
    "/api/v1/tools/": "ours, and those of servers connected by hand",
    "/api/v1/usage/": "sums of a month, by purpose and model",
    "/api/v1/web-hooks/": "made by hand",
}


def test_every_list_is_paginated_or_listed_as_short(document: dict):
    unpaged = {path for path, methods in document["paths"].items() if has_unpaged_list(document, methods)}
    assert unpaged == set(SHORT)


def has_unpaged_list(document: dict, methods: dict) -> bool:
    """Return whether a GET returns a list without a cursor parameter or field."""
    operation = methods.get("get", {"responses": {}})
    answer = operation["responses"].get("200", {}).get("content", {}).get("application/json", {})
    body = resolved(document, answer.get("schema", {}))
    lists = [body, *(resolved(document, part) for part in body.get("properties", {}).values())]
    cursors = {"cursor", "before"} & {one["name"] for one in operation.get("parameters", ())}
    is_paged = cursors and "next" in body.get("properties", {})
    return any("$ref" in one.get("items", {}) for one in lists) and not is_paged


def resolved(document: dict, schema: dict) -> dict:
    name = schema.get("$ref", "").rpartition("/")[2]
    return document["components"]["schemas"][name] if name else schema


class _Sources(HTMLParser):
    """Collects what a page loads: scripts, styles, images, frames."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name == "src"]
        self.found += [value or "" for name, value in attrs if tag == "link" and name == "href"]


def test_api_docs_page_loads_only_local_files():
    page = Client().get("/api/docs/")
    sources = _Sources()
    sources.feed(page.content.decode())
    assert page.status_code == 200 and len(sources.found) > 2
    assert all(source.startswith("/") and not source.startswith("//") for source in sources.found)
    assert "default-src 'self'" in page["Content-Security-Policy"]
