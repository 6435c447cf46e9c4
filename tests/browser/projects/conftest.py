"""A project of the demonstration workspace for the tests of a module, and tabs on its pages."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.lasting import Lasting, context, lasting, session  # noqa: F401
from tests.browser.projects.scenes import Rest, make_project
from tests.site import Site


@pytest.fixture
def page(context: BrowserContext, lasting: Lasting) -> Page:  # noqa: F811
    """A tab of Larkfield's owner."""
    return lasting.page()


@pytest.fixture
def tab(context: BrowserContext) -> Callable[[], Page]:  # noqa: F811
    """Opens further ones."""
    return context.new_page


@pytest.fixture(scope="module")
def rest(lasting: Lasting, site: Site) -> Rest:  # noqa: F811
    return Rest(lasting.page(), site)


@pytest.fixture(scope="module")
def project(rest: Rest, site: Site) -> Iterator["Project"]:
    made = make_project(rest)
    yield Project(site.url, rest, made["id"], made["ids"])
    rest.send("DELETE", f"projects/{made['id']}/")


class Project:
    """URLs of a project and its objects, and their stored data."""

    def __init__(self, url: str, rest: Rest, project_id: str, ids: dict[str, str]) -> None:
        self.id, self.ids, self._rest = project_id, ids, rest
        self.url = f"{url}/projects/{project_id}/"

    def document(self, title: str) -> str:
        """The URL of a document's page."""
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
