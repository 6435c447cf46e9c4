"""Signing in to a real server behind a real authorization server, as a browser does from our pages."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from agents.models import McpGrant, McpServer, McpSignIn, SignIn
from agents.tools.listers.around import connected as connected_rows
from agents.tools.mcp.connection_state import Standing, connection_state
from agents.tools.mcp.oauth.grants import request_scopes
from agents.tools.mcp.sign_in import return_path
from agents.tools.registry import toolbox_of
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry
from tests.agents.mcp_servers.conftest import Begin, call
from tests.agents.mcp_servers.signing import PROVEN, SigningServer, come_back, connect, left_for
from tests.clients import browser, program

pytestmark = pytest.mark.django_db(transaction=True)
SERVERS = "/api/v1/mcp-servers/"


def stored() -> str:
    """Return everything stored in the tables of servers and sign-ins."""
    with connection.cursor() as cursor:
        rows = []
        for model in (McpServer, McpGrant, McpSignIn, AuditEntry):
            cursor.execute(f"SELECT * FROM {model._meta.db_table}")
            rows += cursor.fetchall()
    return str(rows)


def test_sign_in_returns_to_the_server_and_lists_its_tools(
    client: Client, signing: SigningServer, ann: Access, caplog: pytest.LogCaptureFixture
):
    left = connect(client, signing)
    asked = parse_qs(urlsplit(left_for(left)).query)
    assert asked["resource"] == [signing.address] and asked["code_challenge_method"] == ["S256"]
    assert asked["scope"] == ["notes"] and "127.0.0.1" in left.content.decode()
    page = come_back(client, signing.consent(left_for(left)))
    assert "Signed in to Notes." in page and "list_notes" in page and "Connected" in page
    assert "Says it may delete" in page and "Says it only reads" in page
    assert "notes_list_notes" in toolbox_of(ann)
    tokens = McpGrant.objects.get(user=None).tokens
    assert not McpSignIn.objects.exists()
    for secret in (tokens["access_token"], tokens["refresh_token"]):
        assert secret not in page + stored() + caplog.text


async def test_a_call_uses_the_workspaces_sign_in(
    connected: McpServer, signing: SigningServer, begun: Begin, amy: Access
):
    outcome = await call(await begun(amy), "notes_add_note", '{"text": "tea"}')
    assert outcome.waits
    await McpServer.objects.aupdate(read_only=["list_notes"])
    assert "milk, as ann" in (await call(await begun(amy), "notes_list_notes")).text


async def test_each_person_uses_their_own_sign_in(
    each: McpServer, signing: SigningServer, begun: Begin, ann: Access, amy: Access
):
    await McpServer.objects.aupdate(read_only=["list_notes"])
    assert "milk, as ann" in (await call(await begun(ann), "notes_list_notes")).text
    without = (await call(await begun(amy), "notes_list_notes")).text
    assert without == "Sign in to Notes first: /settings/connections/servers/notes/sign-in/"


def test_a_member_signs_in_for_themselves(each: McpServer, signing: SigningServer, amy: Access):
    found = connection_state(amy, "notes")
    assert found and found.standing == Standing.SIGN_IN
    member = browser(amy)
    assert "Sign in to Notes" in member.get(found.address).content.decode()
    back = signing.consent(left_for(member.post(found.address)), person="amy")
    assert "Signed in to Notes." in come_back(member, back)
    assert McpGrant.objects.filter(user_id=amy.user_id).exists()
    found = connection_state(amy, "notes")
    assert found and found.standing == Standing.CONNECTED


def test_a_member_does_not_sign_in_for_the_workspace(
    connected: McpServer, signing: SigningServer, amy: Access
):
    shown = browser(amy).post(reverse("sign-in-to-server", args=["notes"]), follow=True).content.decode()
    assert "Only owners and admins" in shown and not McpSignIn.objects.exists()


def test_requested_scopes_are_limited(connected: McpServer):
    for number in range(3):
        request_scopes(connected.pk, " ".join(f"scope-{number}-{other}" for other in range(40)))
    wanted = McpServer.objects.get().registration["wanted"].split()
    assert len(wanted) == 50 and wanted[0] == "scope-0-0"


def test_declined_sign_in_is_reported(client: Client, signing: SigningServer):
    page = come_back(client, signing.consent(left_for(connect(client, signing)), answer="decline"))
    assert "the sign-in was declined there" in page and "Not signed in" in page
    assert not McpGrant.objects.exists()


def test_rejected_code_is_reported_without_the_code(
    client: Client, signing: SigningServer, caplog: pytest.LogCaptureFixture
):
    back = signing.consent(left_for(connect(client, signing))).replace("code=", "code=x")
    page = come_back(client, back)
    assert "accept the sign-in. Start it again." in page and "xcode-" not in page + caplog.text


def test_client_registered_by_an_admin_is_used(client: Client, signing: SigningServer):
    signing.switch(registers=False)
    refused = connect(client, signing)
    said = str(refused.context["server_form"].errors["client_id"])
    assert f"http://testserver{return_path(signing.address)}" in said and not McpServer.objects.exists()
    left = connect(client, signing, client_id="given-client", client_secret="given-secret")
    assert parse_qs(urlsplit(left_for(left)).query)["client_id"] == ["given-client"]
    page = come_back(client, signing.consent(left_for(left)))
    assert "Signed in to Notes." in page and "given-secret" not in page + stored()
    assert signing.seen["registered"] == 0


def test_server_created_over_rest_waits_for_a_sign_in(ann: Access, signing: SigningServer):
    body = {"name": "Notes", "url": signing.address, "sign_in": "person"}
    made = program(ann).post(SERVERS, body, content_type="application/json")
    assert made.status_code == 201 and made.json()["standing"] == "sign_in"
    assert made.json()["sign_in_at"] == "/settings/connections/servers/notes/sign-in/"
    client = browser(ann)
    come_back(client, signing.consent(left_for(client.post(made.json()["sign_in_at"]))))
    (listed,) = program(ann).get(SERVERS).json()
    assert listed["standing"] == "connected" and [tool["says"] for tool in listed["tools"]] == [
        "reads",
        "deletes",
    ]
    secrets = str(McpGrant.objects.get().tokens["access_token"])
    assert secrets not in str(listed)


def test_sign_in_of_another_workspace_is_not_found(each: McpServer, bob: Access, signing: SigningServer):
    stranger = browser(bob)
    for name in ("sign-in-to-server", "sign-out-of-server"):
        assert stranger.post(reverse(name, args=["notes"])).status_code == 404
    assert each.sign_in == SignIn.PERSON and McpGrant.objects.exists()


def test_client_id_document_replaces_registration(client: Client, signing: SigningServer):
    signing.switch(registers=False, metadata=PROVEN | {"client_id_metadata_document_supported": True})
    left = connect(client, signing, secure=True)
    asked = parse_qs(urlsplit(left_for(left)).query)
    assert asked["redirect_uri"] == [f"https://testserver{return_path(signing.address)}"]
    described = Client().get(urlsplit(asked["client_id"][0]).path, secure=True).json()
    assert described["client_id"] == asked["client_id"][0]
    assert described["redirect_uris"] == asked["redirect_uri"]
    assert Client().get(urlsplit(asked["client_id"][0]).path).status_code == 404


def test_connection_rows_show_the_sign_in_state(each: McpServer, ann: Access, amy: Access):
    rows = [row for row in connected_rows(amy) if row["kind"] == "server"]
    assert rows == [{"name": "notes", "kind": "server", "tools": 2, "state": "not signed in"}]
    assert "state" not in next(row for row in connected_rows(ann) if row["kind"] == "server")


def test_server_refusing_tool_lists_asks_for_a_sign_in(client: Client, signing: SigningServer):
    signing.switch(greets=True)
    left = left_for(connect(client, signing))
    signing.switch(greets=False)
    assert "Signed in to Notes." in come_back(client, signing.consent(left))
