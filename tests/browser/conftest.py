"""A running site with a workspace, a Chromium, and tabs in which unexpected page errors fail the test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Cookie, expect

from tests.browser.chat import Chat
from tests.browser.chromium import PROGRAM, Complaints, chromium
from tests.browser.profile import LOOKS, PATIENCE_MS, Profile
from tests.browser.projects.scenes import Rest
from tests.browser.sites import OWNER as OWNER
from tests.browser.sites import delete_talks_of_an_earlier_try, owner_of, running_demo
from tests.services import skip_for_want_of
from tests.site import Site, copy_state

expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in str(item.path):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")  # not longer: while it is open, its event loop runs in this thread
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
    site = Site(copy_state(demo_var, tmp_path / "var"))
    yield site
    site.kill()


@pytest.fixture(scope="package")
def profile(browser: Browser) -> Iterator[Profile]:
    """A profile shared by the tests of a process: a page's files are fetched once."""
    kept = Profile(browser)
    yield kept
    kept.context.close()


@pytest.fixture
def context(profile: Profile) -> Iterator[BrowserContext]:
    """An empty browser profile, except for cached files of pages. Any error in script, console or policy
    fails the test at its end.
    """
    complaints = profile.context.complaints = Complaints(profile.context)
    yield profile.context
    unexpected = complaints.unexpected
    profile.forget(complaints)
    assert unexpected == []


@pytest.fixture
def new_context(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh browser profile without cached files."""
    context = browser.new_context(**LOOKS)
    context.complaints = Complaints(context)
    yield context
    unexpected = context.complaints.unexpected
    context.close()
    assert unexpected == []


@pytest.fixture(scope="module")
def session(site: Site) -> list[Cookie]:
    return owner_of(site)


@pytest.fixture
def chat(context: BrowserContext, site: Site, session: list[Cookie], request: pytest.FixtureRequest) -> Chat:
    """A tab on a new chat of Larkfield's owner."""
    context.add_cookies(session)
    page = context.new_page()
    delete_talks_of_an_earlier_try(request.node, Rest(page, site))
    return Chat(page, site).new()
