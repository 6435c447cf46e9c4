"""Request ids: their origin and where they appear; and counting requests."""

import json
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_finished

from omniforge.telemetry.about import current_ids, restored
from omniforge.tenants.access import Access
from omniforge.tenants.open_sockets import OneSocketMore
from omniforge.web.observed import Observed
from omniforge.web.request_handler import RequestHandler
from tests.clients import browser, program
from tests.telemetry.figures import counted

application = Observed(RequestHandler())
pytestmark = pytest.mark.django_db(transaction=True)


class Answer:
    """What came back for one request."""

    def __init__(self, begin: dict[str, Any], body: bytes) -> None:
        self.status, self.body = begin["status"], body
        self.ids = [value.decode() for name, value in begin["headers"] if name == b"x-request-id"]


async def ask(path: str, method: str = "GET", **headers: str) -> Answer:
    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "http_version": "1.1"}
    scope |= {"headers": [(b"host", b"localhost"), *given], "client": ("127.0.0.1", 1), "server": ("x", 1)}
    asked = ApplicationCommunicator(application, scope)
    await asked.send_input({"type": "http.request", "body": b""})
    begin = await asked.receive_output(30)
    return Answer(begin, (await asked.receive_output(30)).get("body", b""))


@pytest.mark.parametrize("given", ["f3b1", "a.b_c-D", "x" * 64])
async def test_well_formed_request_id_is_kept(given: str):
    assert (await ask("/healthz", x_request_id=given)).ids == [given]


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "-a", "a\n", '"', "ä"])
async def test_malformed_request_id_is_replaced(given: str):
    [made] = (await ask("/healthz", x_request_id=given)).ids
    assert len(made) == 32 and made != given


async def test_problem_response_names_the_request_id():
    with restored({}):
        answer = await ask("/api/v1/nothing/", x_request_id="of-the-proxy")
        assert not current_ids()
    assert (answer.status, json.loads(answer.body)["request_id"]) == (404, "of-the-proxy")


async def test_requests_are_counted_by_route_template(ann: Access):
    def told(route: str, method: str = "GET", status: str = "404") -> float:
        return counted("omniforge_http_requests_total", method=method, route=route, status=status)

    key = "Bearer none"
    route = "api/v1/conversations/<uuid:conversation_id>/messages/"
    before = told(route, status="401"), told("none"), told("none", "other", "404")
    await ask(f"/api/v1/conversations/{ann.tenant_id}/messages/", authorization=key)
    await ask("/no/such/path")
    await ask("/no/such/path", "BREW")
    after = told(route, status="401"), told("none"), told("none", "other", "404")
    assert [now - then for now, then in zip(after, before, strict=True)] == [1, 1, 1]


async def test_socket_logs_its_request_and_tenant_id(ann: Access):
    seen: list[dict[str, str]] = []

    async def socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
        seen.append(dict(current_ids()))

    headers = [(b"x-request-id", b"of-the-proxy")]
    with restored({}):
        await Observed(OneSocketMore(socket))(
            {"type": "websocket", "headers": headers, "access": ann}, None, None
        )
        assert not current_ids()
    assert seen == [{"request_id": "of-the-proxy", "tenant_id": str(ann.tenant_id)}]


WAYS = [(program, "/api/v1/me/preferences/"), (browser, "/api/v1/me/preferences/"), (browser, "/settings/")]


@pytest.mark.parametrize(("way", "path"), WAYS)
def test_request_logs_the_tenant_id(ann: Access, way, path: str):
    seen: list[dict[str, str]] = []

    def look(**_: object) -> None:
        seen.append(dict(current_ids()))

    request_finished.connect(look)
    try:
        with restored({}):
            assert way(ann).get(path).status_code == 200
    finally:
        request_finished.disconnect(look)
    assert seen == [{"tenant_id": str(ann.tenant_id)}]
