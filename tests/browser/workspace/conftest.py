"""A project to talk about, made once for the tests of a module."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Cookie

from tests.browser.projects.scenes import Rest, make_project
from tests.site import Site


@pytest.fixture(scope="module")
def project(browser: Browser, site: Site, session: list[Cookie]) -> dict[str, Any]:
    """Spring launch: its id, and the ids of what is in it by their titles."""
    context = browser.new_context()
    context.add_cookies(session)
    made = make_project(Rest(context.new_page(), site))
    context.close()
    return made
