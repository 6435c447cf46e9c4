"""Servers are connected, changed and removed by those who may, and each change is audited."""

import sys

import pytest
from django.db import connection
from pytest_django import Settings

from agents.models import McpServer, McpTransport
from agents.tools.mcp.listed_tools import refresh_server
from agents.tools.mcp.selectors import find_servers, get_server
from agents.tools.mcp.services import Naming, add_server, change_server, remove_server
from omniforge.errors import Conflict, InvalidInput, NotAllowed, NotFound
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("names")]
PUBLIC = {"url": "https://mcp.example.com/mcp", "headers": {"Authorization": "Bearer a-secret-token"}}
STDIO = McpTransport.STDIO


def add(access: Access, slug: str = "notes", **connection: object) -> McpServer:
    return add_server(access=access, naming=Naming(slug), connection={**PUBLIC, **connection})


def test_each_change_of_a_server_is_audited(over_http: McpServer, ann: Access):
    change_server(access=ann, server="notes", read_only=["advise"], enabled=False)
    refresh_server(access=ann, server="notes")
    remove_server(access=ann, server="notes")
    entries = AuditEntry.objects.filter(action__startswith="mcp_server").order_by("created_at")
    assert [(entry.action, entry.reason) for entry in entries] == [
        ("mcp_server.added", "notes"),
        ("mcp_server.changed", "notes: off, read only: advise"),
        ("mcp_server.refreshed", "notes: 10 tools"),
        ("mcp_server.removed", "notes"),
    ]
    assert not find_servers(ann).exists()


def test_refresh_stores_tool_schemas_and_annotations(over_http: McpServer, ann: Access):
    refreshed = refresh_server(access=ann, server="notes")
    tools = {tool["name"]: tool for tool in get_server(ann, "notes").tools}
    assert refreshed.listed_at and set(tools["add_note"]) == {"name", "description", "schema", "says"}
    assert tools["add_note"]["schema"]["properties"]["times"]["default"] == 1


def test_server_settings_are_stored_encrypted(ann: Access):
    add(ann)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT settings FROM {McpServer._meta.db_table}")
        (stored,) = cursor.fetchone()
    assert "secret" not in stored and "example" not in stored
    assert get_server(ann, "notes").settings == PUBLIC


def test_members_neither_see_nor_change_servers(ann: Access, amy: Access):
    add(ann)
    for attempt in (
        lambda: add(amy, "other"),
        lambda: find_servers(amy),
        lambda: change_server(access=amy, server="notes", enabled=False),
        lambda: refresh_server(access=amy, server="notes"),
        lambda: remove_server(access=amy, server="notes"),
    ):
        with pytest.raises(NotAllowed):
            attempt()
    assert get_server(ann, "notes").enabled


def test_server_of_another_workspace_is_not_found(ann: Access, bob: Access):
    server = add(ann)
    for name in ("notes", str(server.pk)):
        with pytest.raises(NotFound):
            change_server(access=bob, server=name, enabled=False)
    add(bob)  # a workspace may reuse another's name


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/mcp",
        "http://169.254.169.254/",
        "http://localhost:8080/",
        "http://localhost.:8080/",
        "http://LocalHost/",
        "http://hook.localhost/",
        "http://printer.local/",
        "https://vault.internal/",
        "ftp://example.com/",
        "http://a:b@example.com/",
        "x",
        "",
    ],
)
def test_private_address_is_a_url_field_error(ann: Access, url: str):
    with pytest.raises(InvalidInput) as refused:
        add(ann, url=url)
    assert set(refused.value.fields) == {"url"}


@pytest.mark.parametrize("slug", ["Two Words", "a" * 41, "", "calendar", "web"])
def test_invalid_or_reserved_slug_is_refused(ann: Access, slug: str):
    with pytest.raises(InvalidInput) as refused:
        add(ann, slug)
    assert set(refused.value.fields) == {"slug"}


def test_too_long_slug_is_refused_with_the_limit(ann: Access):
    with pytest.raises(InvalidInput, match="at most 40"):
        add(ann, "a" * 41)


def test_duplicate_slug_is_a_conflict(ann: Access):
    add(ann)
    with pytest.raises(Conflict):
        add(ann)


def test_only_commands_named_by_the_operator_are_allowed(ann: Access, settings: Settings):
    def attempt(command: str) -> McpServer:
        return add_server(
            access=ann, naming=Naming("local"), transport=STDIO, connection={"command": command}
        )

    with pytest.raises(NotAllowed, match="switched off"):
        attempt(sys.executable)
    settings.MCP_COMMANDS = ["/usr/local/bin/notes-server"]
    for command in (sys.executable, "notes-server", "/usr/local/bin/notes-server --all", ""):
        with pytest.raises(NotAllowed, match="/usr/local/bin/notes-server"):
            attempt(command)
    assert attempt("/usr/local/bin/notes-server").pk
