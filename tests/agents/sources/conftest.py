"""Fixtures: sources of acme at a site on loopback."""

from collections.abc import Callable

import pytest

from agents.models import Source
from agents.tools.sources.services import add_source
from omniforge.tenants.access import Access
from tests.agents.sources.feeds import rss
from tests.net.pages import PageServer

Add = Callable[..., Source]


@pytest.fixture
def site(page_server: PageServer) -> PageServer:
    """A site with a feed at /feed.xml."""
    page_server.pages["/feed.xml"] = rss("Second post", "First post")
    return page_server


@pytest.fixture
def heise(ann: Access, site: PageServer) -> Source:
    return add_source(access=ann, url=site.url("/feed.xml"), slug="heise")
