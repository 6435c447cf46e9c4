"""An answer from documents: its citations open the passage, and it says how it was found."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.accessibility import violations
from tests.browser.chat import Chat
from tests.browser.projects.scenes import Rest

REVENUE = """## Bookings

They count on the day when they are signed.

## Exchange rates

Exchange rates are those of the European Central Bank on the last working day of the month.
"""


def opens_at(chat: Chat, link: Locator, heading: str) -> None:
    """Follow a link to another tab, which must scroll to a heading."""
    with chat.page.context.expect_page() as opening:
        link.click()
    page = opening.value
    expect(page.get_by_role("heading", name=heading)).to_be_focused()
    page.close()


def test_source_opens_its_document_at_the_passage(chat: Chat, rest: Rest, project: dict[str, Any]) -> None:
    rest.make(project["id"], "documents", title="Revenue", content=REVENUE)
    chat.open(f"/?project={project['id']}").ready()
    answer = chat.say("What are our exchange rates?")
    expect(answer.locator(".prose")).to_contain_text("European Central Bank")
    cards = answer.get_by_role("list", name="Sources").get_by_role("link")
    place = cards.first.get_attribute("href") or ""
    chat.reload()
    expect(cards.first).to_have_attribute("href", place)
    opens_at(chat, answer.get_by_role("link", name="Source 1:").first, "Exchange rates")
    assert place == answer.get_by_role("link", name="Source 1:").first.get_attribute("href")


def test_rest_question_shows_how_it_was_answered_in_its_chat(
    chat: Chat, rest: Rest, project: dict[str, Any]
) -> None:
    talk = rest.send("POST", "conversations/", focus={"project_id": project["id"]})["id"]
    asked = {"session_id": talk, "project_id": project["id"]}
    rest.send("POST", "ask", query="Who leads in the DACH region?", **asked)
    rest.send("POST", "ask", query="How do bees find their way home?", **asked)
    chat.open(f"/c/{talk}/").ready()
    grounded = chat.answers.first.locator(".grounding")
    grounded.get_by_text("Answered from your documents").click()
    expect(grounded).to_contain_text("of 100 · 1 search")
    expect(grounded.get_by_role("listitem")).to_have_count(3)
    expect(chat.answer.locator(".grounding")).to_contain_text("Not a question for your documents")
    chat.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")  # opened, it is longer
    assert violations(chat.page) == []


def test_context_gauge_shows_usage_and_opens_the_receipt(chat: Chat) -> None:
    gauge = chat.page.get_by_role("button", name="Context:")
    chat.new().say("Hello")
    expect(gauge).to_have_count(0)
    chat.say("7 " * 2_500)
    for _ in chat.live_and_reloaded():
        expect(gauge).to_have_accessible_name(re.compile(r"^Context: [5-9]\d% of the budget"))
        gauge.click()
        expect(chat.answer.get_by_role("region", name="Receipt")).to_contain_text("new message")
    assert violations(chat.page) == []
