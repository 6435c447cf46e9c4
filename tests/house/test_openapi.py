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


def test_the_document_is_valid_without_a_warning(document: dict):
    assert document["openapi"].startswith("3.")


def test_every_operation_has_a_name_of_its_own_and_says_what_it_does(document: dict):
    names = [operation["operationId"] for operation in operations(document)]
    assert len(set(names)) == len(names)
    assert all(operation.get("description") for operation in operations(document))


def test_every_operation_tells_how_an_error_looks(document: dict):
    for operation in operations(document):
        assert "application/problem+json" in operation["responses"]["default"]["content"]


class _Sources(HTMLParser):
    """Collects what a page loads: scripts, styles, images, frames."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name == "src"]
        self.found += [value or "" for name, value in attrs if tag == "link" and name == "href"]


def test_the_page_of_the_document_loads_nothing_from_elsewhere():
    page = Client().get("/api/docs/")
    sources = _Sources()
    sources.feed(page.content.decode())
    assert page.status_code == 200 and len(sources.found) > 2
    assert all(source.startswith("/") and not source.startswith("//") for source in sources.found)
    assert "default-src 'self'" in page["Content-Security-Policy"]
