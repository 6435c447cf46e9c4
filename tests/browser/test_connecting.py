"""A system is connected by signing in: chosen on the page, allowed over there, then there with its tools."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.agents.mcp_servers.signing import SigningServer, running_signing_server
from tests.browser.accessibility import violations
from tests.browser.conftest import OWNER
from tests.site import Site
from tests.states import PASSWORD


@pytest.fixture
def signing() -> Iterator[SigningServer]:
    with running_signing_server() as server:
        yield server


def open_connections(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/sign-in/?next=/settings/connections/")
    page.get_by_label("Email").fill(OWNER)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Connect a system")).to_be_visible()


def test_a_system_is_connected_by_signing_in(
    context: BrowserContext, own_site: Site, signing: SigningServer
) -> None:
    own_site.env["OMNIFORGE_ALLOWED_HOSTS_OUT"] = signing.address.split("/")[2]
    own_site.start()
    page = context.new_page()
    open_connections(page, own_site)
    page.get_by_role("link", name="GitHub").click()
    expect(page.get_by_label("Key")).to_be_visible()
    page.get_by_role("link", name="Other server").click()
    form = page.locator("#connect")
    form.get_by_label("Name", exact=True).fill("Team notes")
    form.get_by_label("Address").fill(signing.address)
    form.get_by_label("Who signs in").select_option("workspace")
    assert violations(page) == []
    page.get_by_role("button", name="Connect", exact=True).click()
    page.get_by_role("link", name="Allow").click()
    expect(page.get_by_text("Signed in to Team notes.")).to_be_visible()
    page.get_by_text("2 tools").click()
    expect(page.get_by_text("List all notes.")).to_be_visible()
    expect(page.get_by_text("Says it may delete")).to_be_visible()
    page.get_by_label("Run without asking: list_notes").check()
    page.get_by_role("button", name="Save tools of Team notes").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert violations(page) == []
    assert "access-" not in page.content() and "refresh-" not in page.content()
    signing.switch(forget=["access", "refresh"])
    page.get_by_role("button", name="Test Team notes").click()
    expect(page.get_by_role("alert")).to_contain_text("Team notes' sign-in has expired.")
    page.get_by_role("button", name="Reconnect Team notes").click()
    page.get_by_role("link", name="Allow").click()
    expect(page.get_by_text("Signed in to Team notes.")).to_be_visible()
