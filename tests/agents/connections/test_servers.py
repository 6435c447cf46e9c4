"""MCP servers on the connections page: connected with their tools or not at all, changed by buttons."""

import pytest
from django.urls import reverse

from agents.models import McpServer
from agents.tools.mcp.services import Naming, add_server, change_server
from agents.tools.registry import toolbox_of
from omniforge.tenants.access import Access
from tests.clients import browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("names")]
PAGE = "/settings/connections/"


@pytest.fixture
def server(ann: Access) -> McpServer:
    listed = [{"name": "add", "description": "Adds a note.", "schema": {"type": "object"}}]
    made = add_server(
        access=ann,
        naming=Naming("notes"),
        connection={"url": "https://example.com/mcp?key=hidden"},
    )
    made.tools = listed
    made.save()
    return made


def fields(**changes: str) -> dict[str, str]:
    given = {"name": "Notes", "sign_in": "workspace"} | changes
    return {f"server-{name}": value for name, value in given.items()}


def test_an_owner_connects_a_server_and_agents_have_its_tools(ann: Access, address: str):
    form = fields(url=address, key="sesame", headers="X-Team: finance")
    shown = browser(ann).post(PAGE, form, follow=True).content.decode()
    assert "list_notes" in shown and "sesame" not in shown and address not in shown
    assert "notes_list_notes" in toolbox_of(ann)
    assert McpServer.objects.get().settings == {
        "url": address,
        "headers": {"X-Team": "finance", "Authorization": "Bearer sesame"},
    }


def test_server_that_does_not_answer_is_not_saved(ann: Access, address: str):
    answer = browser(ann).post(PAGE, fields(url=address.replace("/mcp", "/elsewhere")))
    assert "Notes doesn" in str(answer.context["server_form"].non_field_errors())
    assert not answer.context["account_form"].is_bound
    assert not McpServer.objects.exists()


@pytest.mark.parametrize(
    ("form", "wrong"),
    [
        (fields(url="http://10.0.0.1/"), "url"),
        (fields(slug="No Name", url="https://example.com/"), "slug"),
        (fields(name="Calendar", url="https://example.com/"), "slug"),
        (fields(), "url"),
        (fields(url="https://example.com/", headers="finance"), "headers"),
    ],
)
def test_invalid_server_field_has_its_own_error(ann: Access, form, wrong):
    answer = browser(ann).post(PAGE, form)
    assert set(answer.context["server_form"].errors) == {wrong}
    assert not McpServer.objects.exists()


def test_buttons_disable_enable_refresh_and_remove_a_server(ann: Access, address: str):
    client = browser(ann)
    client.post(PAGE, fields(url=address))
    before = McpServer.objects.get().listed_at
    for button, said in (("disable", "Switch on"), ("enable", "Switch off"), ("refresh", "It works.")):
        shown = client.post(reverse(f"{button}-server", args=["notes"]), follow=True)
        assert said in shown.content.decode()
    assert McpServer.objects.get().listed_at > before
    client.post(reverse("remove-server", args=["notes"]))
    assert not McpServer.objects.exists()


def test_failed_refresh_shows_its_error_and_keeps_listed_tools(ann: Access, server):
    shown = browser(ann).post(reverse("refresh-server", args=["notes"]), follow=True)
    assert 'role="alert"' in shown.content.decode()
    assert [tool["name"] for tool in McpServer.objects.get().tools] == ["add"]


def test_member_sees_enabled_servers_and_changes_nothing(ann: Access, amy: Access, server):
    page = browser(amy).get(PAGE).content.decode()
    assert "notes" in page and "Adds a note." in page and "ann@acme.example" in page
    assert "Connect a system" not in page and "example.com/mcp" not in page
    assert reverse("remove-server", args=["notes"]) not in page
    for button in ("refresh", "disable", "remove"):
        assert browser(amy).post(reverse(f"{button}-server", args=["notes"])).status_code == 302
    browser(amy).post(PAGE, fields(name="Mine", url="https://example.com/"))
    assert [one.enabled for one in McpServer.objects.all()] == [True]
    change_server(access=ann, server="notes", enabled=False)
    assert "Adds a note." not in browser(amy).get(PAGE).content.decode()
