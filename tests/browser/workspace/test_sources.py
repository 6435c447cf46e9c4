"""An answer from documents: its numbers and cards open the passage, and it says how it was found."""

from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.chat import Chat
from tests.browser.projects.scenes import Rest

REVENUE = """## Bookings

They count on the day when they are signed.

## Exchange rates

Exchange rates are those of the European Central Bank on the last working day of the month.
"""


def opens_at(chat: Chat, link: Locator, heading: str) -> None:
    """Follow a link into another tab, which is to stand at a heading."""
    with chat.page.context.expect_page() as opening:
        link.click()
    page = opening.value
    expect(page.get_by_role("heading", name=heading)).to_be_focused()
    page.close()


def test_a_source_opens_its_document_at_the_passage(chat: Chat, project: dict[str, Any]) -> None:
    Rest(chat.page, chat.site).make(project["id"], "documents", title="Revenue", content=REVENUE)
    chat.open(f"/?project={project['id']}").ready()
    answer = chat.say("How are exchange rates determined?")
    expect(answer.locator(".prose")).to_contain_text("European Central Bank")
    cards = answer.get_by_role("list", name="Sources").get_by_role("link")
    opens_at(chat, cards.first, "Exchange rates")
    chat.reload()
    opens_at(chat, answer.get_by_role("link", name="Source 1:").first, "Exchange rates")
