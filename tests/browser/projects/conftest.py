"""A project of the demonstration workspace, and tabs on its pages."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Cookie, Page

from tests.browser.projects.scenes import Rest, make_project
from tests.browser.sites import running_demo
from tests.site import Site


@pytest.fixture(scope="package")
def site(demo_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site with the demonstration workspace, for all modules here."""
    with running_demo(demo_var, tmp_path_factory.mktemp("projects")) as site:
        yield site


@pytest.fixture
def tab(context: BrowserContext, session: list[Cookie]) -> Iterator[Callable[[], Page]]:
    """Opens tabs of Larkfield's owner."""
    context.add_cookies(session)
    yield context.new_page


@pytest.fixture
def rest(tab: Callable[[], Page], site: Site) -> Rest:
    return Rest(tab(), site)


@pytest.fixture
def project(rest: Rest, site: Site) -> "Project":
    """A project of its own for each test."""
    made = make_project(rest)
    return Project(site.url, rest, made["id"], made["ids"])


class Project:
    """Where a project and its things are, and what the database says of them."""

    def __init__(self, url: str, rest: Rest, project_id: str, ids: dict[str, str]) -> None:
        self.id, self.ids, self._rest = project_id, ids, rest
        self.url = f"{url}/projects/{project_id}/"

    def document(self, title: str) -> str:
        """The address of a document's page."""
        return f"{self.url}documents/{self.ids[title]}/"

    @property
    def outline(self) -> list[str]:
        """The titles in the tree, each below another one with its title before it."""
        found: list[str] = []
        waiting = [(node, "") for node in self._rest.get(f"projects/{self.id}/tree/")["root"]]
        while waiting:
            node, above = waiting.pop(0)
            found.append(above + node["title"])
            below = [(child, f"{above}{node['title']} / ") for child in node["children"]]
            waiting[:0] = below
        return found

    def entity(self, title: str) -> dict[str, object]:
        """A task or another thing, as it is stored."""
        found: dict[str, object] = self._rest.get(f"entities/{self.ids[title]}/")
        return found
