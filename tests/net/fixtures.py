"""Two loopback servers, one allowed by the operator and one that must stay unreachable; and their names."""

import socket
from collections.abc import Iterator

import pytest

from tests.net.names import Names
from tests.net.pages import Page, PageServer, serving


@pytest.fixture
def page_server(settings) -> Iterator[PageServer]:
    """A server that may be reached, by OMNIFORGE_ALLOWED_HOSTS_OUT."""
    with serving() as server:
        settings.ALLOWED_HOSTS_OUT = [server.host]
        yield server


@pytest.fixture
def inner_server() -> Iterator[PageServer]:
    """A server on the same machine that may not be reached, with a secret."""
    with serving() as server:
        server.pages["/"] = Page(b"the secret of the inner net")
        yield server


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Iterator[Names]:
    """The fake resolver; initially without names."""
    resolver = Names()
    monkeypatch.setattr(socket, "getaddrinfo", resolver)
    yield resolver
    resolver.answered.set()
