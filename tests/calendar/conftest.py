"""A CalDAV server, and people whose calendars are in it."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from omniforge.calendar.accounts import connect_account
from omniforge.tenants.access import Access
from tests.calendar.radicale import PASSWORD, USERNAME, Radicale, radicale


@pytest.fixture(scope="session")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Radicale]:
    """A server that runs for all tests of the session."""
    with radicale(tmp_path_factory.mktemp("radicale")) as running:
        yield running


@pytest.fixture
def server(started: Radicale, settings: Settings) -> Radicale:
    """The server with one empty calendar; the operator allows requests to it."""
    started.make_calendar()
    settings.ALLOWED_HOSTS_OUT = [f"127.0.0.1:{started.port}"]
    return started


@pytest.fixture
def connected(server: Radicale, ann: Access) -> Radicale:
    """The server, with Ann's calendar in it."""
    connect_account(access=ann, url=server.url, username=USERNAME, password=PASSWORD)
    return server
