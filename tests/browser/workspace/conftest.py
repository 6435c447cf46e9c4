"""A project to talk about, made once for the tests of a module."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Cookie

from tests.browser.projects.scenes import Rest, make_project
from tests.site import Site


@pytest.fixture(scope="module")
def project(browser: Browser, site: Site, session: list[Cookie]) -> Iterator[dict[str, Any]]:
    """Spring launch: its id, and the ids of what is in it by their titles. The next module makes another."""
    context = browser.new_context()
    context.add_cookies(session)
    rest = Rest(context.new_page(), site)
    made = make_project(rest)
    yield made
    rest.send("DELETE", f"projects/{made['id']}/")
    context.close()
