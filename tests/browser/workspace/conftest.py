"""A project to talk about, created once per module."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.lasting import Lasting, chat, context, lasting, session  # noqa: F401
from tests.browser.projects.scenes import Rest, make_project
from tests.site import Site


@pytest.fixture(scope="module")
def rest(lasting: Lasting, site: Site) -> Rest:  # noqa: F811
    return Rest(lasting.page(), site)


@pytest.fixture(scope="module")
def project(rest: Rest) -> Iterator[dict[str, Any]]:
    """Spring launch: its id, and the ids of what is in it by their titles. The next module makes another."""
    made = make_project(rest)
    yield made
    rest.send("DELETE", f"projects/{made['id']}/")
