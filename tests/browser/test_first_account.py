"""The first visit: from an empty server to the first answer."""

from playwright.sync_api import BrowserContext, expect

from tests.browser.accessibility import violations
from tests.browser.chat import Chat
from tests.site import Site
from tests.states import PASSWORD


def test_the_first_visitor_makes_the_server_theirs_and_gets_an_answer(
    context: BrowserContext, fresh_site: Site
) -> None:
    fresh_site.start()
    page = context.new_page()
    chat = Chat(page, fresh_site).open()
    expect(page.get_by_role("heading", name="Make this server yours")).to_be_visible()
    assert violations(page) == []
    page.get_by_label("Workspace").fill("Larkfield")
    page.get_by_label("Your name").fill("Derek Obi")
    page.get_by_label("Email").fill("derek@larkfield.example")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account and workspace").click()
    page.get_by_role("link", name="Skip for now").click()
    expect(page.get_by_text(", Derek.")).to_be_visible()
    expect(chat.ready().say("What can you do?")).to_contain_text("agent")
