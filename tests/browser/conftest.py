"""A running site with a workspace, a Chromium, and tabs that may not complain."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.chat import PASSWORD, Chat
from tests.browser.chromium import PROGRAM, Complaints, chromium
from tests.services import skip_for_want_of
from tests.site import Site

OWNER = "maya@example.org"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in str(item.path):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")  # not longer: while it is open, its event loop runs in this very thread
def browser() -> Iterator[Browser]:
    if PROGRAM is None:
        skip_for_want_of("chromium")
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def site(live_site: Site) -> Site:
    """A running site with the demo's workspace, Larkfield: its people, skills and agents."""
    live_site.manage("seed_demo", "--password", PASSWORD)
    return live_site


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser profile of its own. Any error in script, console or policy fails the test at its end."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    context.complaints = Complaints(context)
    yield context
    unexpected = context.complaints.unexpected
    context.close()
    assert unexpected == []


@pytest.fixture
def chat(context: BrowserContext, site: Site) -> Chat:
    """A tab on a new chat, signed in as Larkfield's owner."""
    return Chat(context.new_page(), site).sign_in(OWNER)
