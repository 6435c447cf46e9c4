"""One tab for all tests of a module: each continues where the previous one stopped.

A package whose tests leave no running answer imports these fixtures into its conftest. A single test, and
the one after a failed test, gets a new tab.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Cookie, Page

from tests.browser.chat import Chat
from tests.browser.chromium import Complaints
from tests.browser.profile import Profile
from tests.browser.projects.scenes import Rest
from tests.browser.sites import delete_talks_of_an_earlier_try, owner_of
from tests.site import Site


class Lasting:
    """The state shared between tests."""

    def __init__(self, profile: Profile, session: list[Cookie]) -> None:
        self.profile = profile
        self.complaints = profile.context.complaints = Complaints(profile.context)
        self.tab: Page | None = None
        profile.context.add_cookies(session)

    def page(self) -> Page:
        self.tab = self.tab or self.profile.context.new_page()
        return self.tab

    def leave(self, has_failed: bool) -> None:
        """Close other tabs that a test opened, and the shared one if the test failed."""
        for page in self.complaints.pages:
            if has_failed or page is not self.tab:
                page.close()
        self.complaints.pages = [page for page in self.complaints.pages if not page.is_closed()]
        self.tab = None if has_failed else self.tab
        for place in (self.profile.context, *self.complaints.pages):
            place.unroute_all()
        self.complaints.all, self.complaints.expected = [], ()


@pytest.fixture(scope="package")
def session(site: Site) -> list[Cookie]:
    return owner_of(site)


@pytest.fixture(scope="module")
def lasting(profile: Profile, session: list[Cookie]) -> Iterator[Lasting]:
    kept = Lasting(profile, session)
    yield kept
    profile.forget(kept.complaints)


@pytest.fixture
def context(lasting: Lasting, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """The profile with the tab; any error in script, console or policy fails the test at its end."""
    failed = request.session.testsfailed
    yield lasting.profile.context
    unexpected = lasting.complaints.unexpected
    lasting.leave(bool(unexpected) or request.session.testsfailed > failed)
    assert unexpected == [], unexpected  # pytest rewrites no assertions here


@pytest.fixture
def chat(context: BrowserContext, lasting: Lasting, site: Site, request: pytest.FixtureRequest) -> Chat:
    """The tab of Larkfield's owner, on a new chat at first."""
    delete_talks_of_an_earlier_try(request.node, Rest(lasting.page(), site))
    tab = Chat(lasting.page(), site)
    return tab.new() if tab.page.url == "about:blank" else tab
