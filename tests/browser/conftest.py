"""A running site with a workspace, a Chromium, and tabs that may not complain."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, BrowserContext, Cookie, expect

from tests.browser.chat import Chat
from tests.browser.chromium import PROGRAM, Complaints, chromium
from tests.browser.sites import running_demo
from tests.services import skip_for_want_of
from tests.site import Site
from tests.states import PASSWORD

OWNER = "maya@example.org"
PATIENCE_MS = 60_000  # on a machine that is busy; only a test that fails waits for so long
expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in str(item.path):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")  # not longer: while it is open, its event loop runs in this very thread
def browser() -> Iterator[Browser]:
    if PROGRAM is None:
        skip_for_want_of("chromium")
    with chromium() as running:
        yield running


@pytest.fixture(scope="package")
def site(demo_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site with the demonstration workspace, which the tests of all modules share."""
    with running_demo(demo_var, tmp_path_factory.mktemp("demo"), OMNIFORGE_MESSAGES_PER_MINUTE="0") as site:
        yield site


@pytest.fixture
def own_site(demo_var: Path, tmp_path: Path) -> Iterator[Site]:
    """A site with that workspace for one test alone, not started; set `env` before `start()`."""
    site = Site(shutil.copytree(demo_var, tmp_path / "var"))
    yield site
    site.kill()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser profile of its own. Any error in script, console or policy fails the test at its end."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    context.complaints = Complaints(context)
    yield context
    unexpected = context.complaints.unexpected
    context.close()
    assert unexpected == []


@pytest.fixture(scope="module")
def session(site: Site) -> list[Cookie]:
    """The cookies of Larkfield's owner, who has signed in by the form, but without a browser."""
    with httpx2.Client(base_url=site.url, timeout=120) as http:
        http.get("/sign-in/")
        form = {"email": OWNER, "password": PASSWORD, "csrfmiddlewaretoken": http.cookies["csrftoken"]}
        http.post("/sign-in/", data=form)
        return [{"name": name, "value": value, "url": site.url} for name, value in http.cookies.items()]


@pytest.fixture
def chat(context: BrowserContext, site: Site, session: list[Cookie]) -> Chat:
    """A tab on a new chat of Larkfield's owner."""
    context.add_cookies(session)
    return Chat(context.new_page(), site).new()
