"""Servers over REST, managed by an owner's program."""

import pytest
from django.test import Client

from omniforge.tenants.access import Access
from tests.clients import program

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("names")]
SERVERS = "/api/v1/mcp-servers/"


@pytest.fixture
def client(ann: Access) -> Client:
    return program(ann)


def test_server_is_created_refreshed_changed_and_removed(client: Client, address: str):
    body = {"slug": "notes", "url": address, "headers": {"Authorization": "Bearer hidden"}, "timeout": 5}
    made = client.post(SERVERS, body, content_type="application/json")
    assert made.status_code == 201 and made.json()["standing"] == "connected" and made.json()["enabled"]
    refreshed = client.post(f"{SERVERS}notes/refresh/")
    assert {"list_notes", "add_note"} <= {tool["name"] for tool in refreshed.json()["tools"]}
    changed = client.patch(
        f"{SERVERS}{made.json()['id']}/", {"enabled": False, "read_only": ["list_notes"]}, "application/json"
    )
    assert (changed.json()["enabled"], changed.json()["read_only"]) == (False, ["list_notes"])
    (listed,) = client.get(SERVERS).json()
    assert listed == changed.json() and "hidden" not in str(listed) and address not in str(listed)
    assert client.delete(f"{SERVERS}notes/").status_code == 204 and client.get(SERVERS).json() == []


def test_refresh_of_an_unreachable_server_is_422(client: Client, address: str, settings):
    client.post(SERVERS, {"slug": "notes", "url": address}, content_type="application/json")
    settings.ALLOWED_HOSTS_OUT = []
    answer = client.post(f"{SERVERS}notes/refresh/")
    assert answer.status_code == 422 and "OMNIFORGE_ALLOWED_HOSTS_OUT" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"slug": "notes"}, "url"),
        ({"slug": "notes", "url": "http://10.0.0.1/"}, "url"),
        ({"slug": "No", "url": "https://example.com/"}, "slug"),
        ({"url": "https://example.com/"}, "slug"),
        ({"known": "nowhere"}, "known"),
        ({"known": "linear", "sign_in": "everybody"}, "sign_in"),
        ({"slug": "notes", "url": "https://example.com/", "transport": "pigeon"}, "transport"),
        ({"slug": "notes", "url": "https://example.com/", "timeout": 121}, "timeout"),
        ({"slug": "notes", "url": "https://example.com/", "headers": {"a": 1}}, "headers"),
        ({"slug": "notes", "url": "https://example.com/", "headers": {"Bad Name": "a"}}, "headers"),
        ({"slug": "notes", "url": "https://example.com/", "headers": {"a\r\nb": "a"}}, "headers"),
        ({"slug": "notes", "url": "https://example.com/", "headers": {"a": "b\r\nc: d"}}, "headers"),
        ({"slug": "notes", "url": "https://example.com/", "headers": {"a": "\u4e2d"}}, "headers"),
        ({"slug": "notes", "url": "https://example.com/", "read_only": [1]}, "read_only"),
    ],
)
def test_invalid_server_is_400_with_the_field(client: Client, body: dict[str, object], field: str):
    answer = client.post(SERVERS, body, content_type="application/json")
    assert answer.status_code == 400 and list(answer.json()["errors"]) == [field]


def test_server_that_does_not_answer_is_not_saved(client: Client, address: str):
    body = {"slug": "notes", "url": address.replace("/mcp", "/elsewhere")}
    answer = client.post(SERVERS, body, content_type="application/json")
    assert answer.status_code == 422 and "answer as an MCP server" in answer.json()["detail"]
    assert client.get(SERVERS).json() == []


def test_directory_lists_known_servers(client: Client):
    listed = {one["slug"]: one for one in client.get("/api/v1/mcp-directory/").json()}
    assert listed["linear"]["url"] == "https://mcp.linear.app/mcp" and listed["github"]["sign_in"] == "key"


def test_stdio_server_is_refused_naming_the_setting(client: Client):
    body = {"slug": "local", "transport": "stdio", "command": "/bin/sh", "arguments": ["-c", "id"]}
    answer = client.post(SERVERS, body, content_type="application/json")
    assert answer.status_code == 403 and "OMNIFORGE_MCP_COMMANDS" in answer.json()["detail"]


def test_servers_api_needs_admin_role_and_scope(ann: Access, amy: Access):
    for visitor in (program(amy), program(ann, "read", "chat")):
        assert visitor.get(SERVERS).status_code == 403
        assert visitor.get("/api/v1/mcp-directory/").status_code == 403
        assert visitor.delete(f"{SERVERS}notes/sign-in/").status_code == 403
        assert visitor.post(f"{SERVERS}notes/refresh/").status_code == 403
