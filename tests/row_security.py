"""Row level security in tests on PostgreSQL: on in the folders of ENABLED_IN, as on a site that enables it.

Tests themselves see all workspaces' rows; the tested code sets its own reach, which is reset afterwards.
"""

from collections.abc import Iterator
from contextvars import copy_context
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from omniforge.storage.workspace_scope import enter_all_workspaces

ENABLED_IN = ("tests/isolation/", "tests/tenants/")


def keep_requests_apart() -> None:
    """Let each request of the test client work in a context of its own, as those of a server do."""
    enter_all_workspaces()
    respond = Client.request

    def apart(client: Client, **request: Any) -> Any:
        return copy_context().run(respond, client, **request)

    Client.request = apart  # type: ignore[method-assign,assignment]


keep_requests_apart()


@pytest.fixture(autouse=True)
def _walls(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    enter_all_workspaces()
    if settings.ROW_SECURITY and not request.node.nodeid.startswith(ENABLED_IN):
        take_down(monkeypatch)
    yield
    enter_all_workspaces()


def take_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bind no statement, as on a site without row level security."""
    monkeypatch.setattr("omniforge.storage.row_security.backend.base._binding", lambda connection: "")
