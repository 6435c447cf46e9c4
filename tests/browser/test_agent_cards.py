"""The card of a draft agent shows missing connections with a link, and is updated."""

from playwright.sync_api import Page, expect

from tests.browser.chat import Chat

CONNECT = """
from django.utils import timezone
from agents.models import McpServer
from omniforge.tenants.models import Tenant
tenant = Tenant.objects.get(slug="larkfield")
McpServer.objects.create(tenant=tenant, slug="jira", listed_at=timezone.now())
"""
DISCONNECT = 'from agents.models import McpServer; McpServer.objects.filter(slug="jira").delete()'


def come_back(page: Page) -> None:
    """Return to the page, as after a while in another tab."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_agent_card_shows_missing_connections_until_connected(chat: Chat) -> None:
    chat.say("Create an agent that monitors our Jira board for overdue tickets every Monday at 9")
    missing = chat.answer.get_by_role("list", name="Connections")
    expect(missing).to_contain_text("Jira isn't connected.")
    link = missing.get_by_role("link", name="Connect Jira")
    assert (link.get_attribute("href") or "").startswith("/settings/connections/")
    try:
        chat.site.manage("shell", "-v", "0", "-c", CONNECT)
        come_back(chat.page)
        expect(missing).to_contain_text("Jira is connected.")
        expect(link).to_have_count(0)
        chat.reload()
        expect(chat.answer.get_by_role("list", name="Connections")).to_contain_text("Jira is connected.")
    finally:
        chat.site.manage("shell", "-v", "0", "-c", DISCONNECT)


def test_new_agent_is_tried_by_one_click(chat: Chat) -> None:
    chat.say("Create an agent that lists overdue tasks every Monday at 9")
    chat.answer.get_by_role("button", name="Yes, do it").click()
    attempt = chat.finished().get_by_role("button", name="Try it")
    expect(attempt).to_be_visible()
    chat.reload()
    chat.answer.get_by_role("button", name="Try it").click()
    expect(chat.bubbles.last).to_contain_text("Do a dry run of ")
    expect(chat.finished()).to_contain_text("Dry run done. Nothing was changed or sent")
    expect(chat.page.get_by_role("button", name="Try it")).to_have_count(0)
