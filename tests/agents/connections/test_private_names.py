"""Web hooks and MCP servers whose names resolve to private addresses: refused when saved."""

import time

import pytest
from django.test import Client

from agents.models import McpServer, WebHook
from omniforge.tenants.access import Access
from tests.clients import browser, program
from tests.net.names import Names

pytestmark = pytest.mark.django_db
HOST = "tools.example"
DOORS = pytest.mark.parametrize("path", ["/api/v1/web-hooks/", "/api/v1/mcp-servers/"])


@pytest.fixture
def client(ann: Access) -> Client:
    return program(ann)


def save(client: Client, path: str):
    body = {"slug": "notes", "url": f"https://{HOST}:8443/in"}
    if "mcp" in path:
        body["sign_in"] = "workspace"  # nobody has signed in yet, so it isn't tested
    return client.post(path, body, content_type="application/json")


def saved() -> int:
    return WebHook.objects.count() + McpServer.objects.count()


@DOORS
@pytest.mark.parametrize(
    "addresses", [["10.0.0.8"], ["fd00::8"], ["169.254.169.254"], ["8.8.8.8", "127.0.0.1"]]
)
def test_private_host_is_refused_with_the_setting_that_allows_it(client, path, addresses, names: Names):
    names.known = {HOST: addresses}
    refused = save(client, path)
    assert (refused.status_code, saved()) == (400, 0)
    (said,) = refused.json()["errors"]["url"]
    assert "tools.example is not on the public Internet" in said
    assert "OMNIFORGE_ALLOWED_HOSTS_OUT=tools.example:8443" in said
    assert not any(address in refused.content.decode() for address in addresses)


@DOORS
def test_public_host_is_accepted(client, path, names: Names):
    names.known = {HOST: ["8.8.8.8", "2606:4700:4700::1111"]}
    assert (save(client, path).status_code, saved()) == (201, 1)


@DOORS
def test_private_host_in_allowed_hosts_is_accepted(client, path, names: Names, settings):
    names.known = {HOST: ["10.0.0.8"]}
    settings.ALLOWED_HOSTS_OUT = [f"{HOST}:8443"]
    assert (save(client, path).status_code, saved()) == (201, 1)


@DOORS
def test_unresolvable_host_is_accepted(client, path, names: Names):
    assert (save(client, path).status_code, saved()) == (201, 1)


@DOORS
def test_slow_dns_lookup_does_not_delay_saving(client, path, names: Names):
    names.slow = {HOST}
    began = time.monotonic()
    assert (save(client, path).status_code, saved()) == (201, 1)
    assert time.monotonic() - began < 20  # the resolver takes a minute


def test_page_shows_private_host_error_beside_the_field(ann: Access, names: Names):
    names.known = {HOST: ["192.168.0.8"]}
    page = browser(ann).post("/settings/web-hooks/", {"slug": "team", "url": f"https://{HOST}/in"})
    assert "is not on the public Internet" in page.context["form"].errors["url"][0]
    assert not saved()
