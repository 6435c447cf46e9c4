"""Each failure of a connection is reported in a sentence, on saving or in a run's answer."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from agents.definitions.services import create_agent, create_skill
from agents.models import McpGrant, McpServer
from agents.tools.mcp.listed_tools import compare
from omniforge.llm import Models
from omniforge.llm.types import ToolRequest
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat, replying
from tests.agents.mcp_servers.conftest import SigningServer
from tests.agents.mcp_servers.signing import PAGE, come_back, connect, left_for
from tests.clients import browser, program
from tests.ports import free_port

pytestmark = pytest.mark.django_db(transaction=True)
IN_SETTINGS = "[Settings > Connections](/settings/connections/)."


@pytest.fixture
def client(ann: Access) -> Client:
    return browser(ann)


def refused(answer: Any) -> dict[str, list[str]]:
    """Return a form's errors; asserts that nothing was stored."""
    assert not McpServer.objects.exists()
    form = answer.context["server_form"]
    return {name: list(said) for name, said in form.errors.items()}


def test_wrong_key_is_a_field_error(client: Client, signing: SigningServer):
    said = refused(connect(client, signing, key="not-the-key"))
    assert said == {"key": ["Notes doesn't take this key. Check that it's complete and still valid."]}


def test_server_on_a_closed_port_is_refused(client: Client, signing: SigningServer, settings: Settings):
    port = free_port()
    settings.ALLOWED_HOSTS_OUT = [f"127.0.0.1:{port}"]
    said = refused(connect(client, signing, url=f"http://127.0.0.1:{port}/mcp"))
    assert said == {"__all__": ["Notes can't be reached. Check its address, or try again later."]}


def test_private_address_is_refused(client: Client, signing: SigningServer):
    said = refused(connect(client, signing, url="http://192.168.0.8/mcp"))
    assert "is not on the public Internet" in said["url"][0]


def test_server_without_mcp_is_refused(client: Client, signing: SigningServer):
    said = refused(connect(client, signing, url=f"{signing.here}/plain"))
    assert said == {
        "__all__": ["Notes doesn't answer as an MCP server. Check its address in Settings > Connections."]
    }


def test_slow_server_times_out(ann: Access, signing: SigningServer):
    body = {"name": "Notes", "url": f"{signing.here}/slow", "timeout": 1}
    answer = program(ann).post("/api/v1/mcp-servers/", body, content_type="application/json")
    assert "didn't answer within 1 second." in answer.json()["detail"]
    assert not McpServer.objects.exists()


def test_sign_in_without_pkce_is_refused(client: Client, signing: SigningServer):
    signing.switch(metadata={})
    (said,) = refused(connect(client, signing))["__all__"]
    assert said.startswith("The sign-in of Notes has no PKCE (S256), which keeps it safe, so it isn't used.")


@pytest.fixture
def clerk(client: Client, signing: SigningServer, ann: Access) -> Chat:
    """A conversation with an agent that uses the server, which Ann has signed in to for everyone."""
    come_back(client, signing.consent(left_for(connect(client, signing))))
    McpServer.objects.update(read_only=["list_notes", "add_note"])
    create_skill(
        access=ann, slug="notes", description="Notes.", allowed_tools=["notes_list_notes", "notes_add_note"]
    )
    create_agent(access=ann, slug="clerk", description="Does the books", skills=("notes",))
    return Chat(ann, models=asking("list_notes"))


def asking(tool: str, arguments: str = "{}") -> Models:
    request = ToolRequest("1", f"notes_{tool}", arguments)
    return replying(["Let me see. ", request], "That is all.")[0]


def failure() -> McpServer:
    return McpServer.objects.get()


async def test_expired_sign_in_is_reported_with_a_link(clerk: Chat, signing: SigningServer):
    signing.switch(forget=["access", "refresh"])
    said = (await clerk.say("@clerk read my notes")).text
    told = f"The sign-in to Notes has expired or was revoked. Reconnect it in {IN_SETTINGS}"
    assert said.endswith(f"That is all.\n\n{told}")


async def test_missing_sign_in_is_reported_with_a_link(clerk: Chat, signing: SigningServer):
    await McpServer.objects.aupdate(sign_in="person")
    said = (await clerk.say("@clerk read my notes")).text
    assert said.endswith("[Sign in to Notes](/settings/connections/servers/notes/sign-in/), then ask again.")


async def test_unreachable_server_is_reported_until_it_answers(
    clerk: Chat, signing: SigningServer, client: Client
):
    server = await McpServer.objects.aget()
    port, good = free_port(), server.settings["url"]
    await in_database(move, f"http://127.0.0.1:{port}/mcp")
    said = (await clerk.say("@clerk read my notes")).text
    assert "Notes can't be reached. It may be down." in said and IN_SETTINGS in said
    page = (await in_database(client.get, PAGE)).content.decode()
    assert "can&#x27;t be reached" in page and "Not working" in page and "Reconnect" in page
    await in_database(move, good)
    clerk.models = asking("list_notes")
    assert (await clerk.say("@clerk read my notes")).text.endswith("That is all.")
    assert (await in_database(failure)).failure == ""


def move(url: str) -> None:
    """Move the one server to another address, which the operator allows."""
    from django.conf import settings

    server = McpServer.objects.get()
    server.settings |= {"url": url}
    server.save()
    settings.ALLOWED_HOSTS_OUT = [*settings.ALLOWED_HOSTS_OUT, url.split("/")[2]]


async def test_tool_removed_by_its_server_is_reported(clerk: Chat, signing: SigningServer):
    signing.switch(add_note="")
    clerk.models = asking("add_note", '{"text": "tea"}')
    said = (await clerk.say("@clerk add tea to my notes")).text
    assert f"Notes has changed its tools: add_note is gone. Test it anew in {IN_SETTINGS}" in said


def test_changed_tools_are_reported_and_ask_first_again(clerk: Chat, signing: SigningServer, client: Client):
    for described, told in (
        ("Add a note, and mail it to everybody.", "Described anew, so they ask first: add_note."),
        ("", "Gone: add_note."),
        ("Add a note.", "New: add_note."),
    ):
        McpServer.objects.update(read_only=["list_notes", "add_note"])
        signing.switch(add_note=described)
        page = client.post(reverse("refresh-server", args=["notes"]), follow=True).content.decode()
        assert f"It works. Its tools have changed. {told}" in page
        assert McpServer.objects.get().read_only == ["list_notes"]


def test_tool_changes_are_counted_by_kind():
    def listing(**tools: str) -> list[dict[str, Any]]:
        return [{"name": name, "description": said, "schema": {}} for name, said in tools.items()]

    assert str(compare([], listing(a="a"))) == ""
    assert str(compare(listing(a="a", b="b"), listing(a="A", c="c"))) == "1 new, 1 gone, 1 changed"


def test_sign_in_is_kept_while_its_server_is_down(clerk: Chat, signing: SigningServer, client: Client):
    signing.switch(forget=["access"], broken=True)
    told = client.post(reverse("refresh-server", args=["notes"]), follow=True).content.decode()
    assert "The sign-in of Notes doesn&#x27;t answer." in told
    assert McpGrant.objects.get().tokens and McpGrant.objects.get().renewing_until is None
    signing.switch(broken=False)
    told = client.post(reverse("refresh-server", args=["notes"]), follow=True).content.decode()
    assert "It works." in told


async def test_missing_scope_is_reported_and_requested_next_time(
    clerk: Chat, signing: SigningServer, client: Client
):
    signing.switch(lacks="mail")
    said = (await clerk.say("@clerk read my notes")).text
    assert f"Notes doesn't allow this with its sign-in. To allow more, reconnect it in {IN_SETTINGS}" in said
    signing.switch(lacks="")
    left = await in_database(client.post, reverse("sign-in-to-server", args=["notes"]))
    assert parse_qs(urlsplit(left_for(left)).query)["scope"] == ["notes mail"]


async def test_member_is_told_who_can_sign_in_for_the_workspace(clerk: Chat, signing: SigningServer):
    await McpGrant.objects.all().adelete()
    said = (await clerk.say("@clerk read my notes")).text
    assert f"Nobody has signed in to Notes. An owner or admin does that in {IN_SETTINGS}" in said


def test_system_without_registration_asks_for_key_or_client(client: Client, signing: SigningServer):
    for system, field in (("github", "key"), ("asana", "client_id")):
        answer = client.post(f"{PAGE}?server={system}", {"server-sign_in": "workspace"})
        assert refused(answer) == {field: ["Enter it to connect."]}
