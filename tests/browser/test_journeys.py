"""Page-specific parts of two journeys of the vision (seed 000); all journeys are in tests/journeys."""

import pytest
from playwright.sync_api import expect

from tests.browser.chat import Chat

pytestmark = pytest.mark.slow


def test_abandoned_draft_is_resumed_where_it_was(chat: Chat) -> None:
    chat.say("I want to create an agent for weekly financial reports")
    chat.say("Google Sheets")
    chat.new()
    chat.page.get_by_role("link", name="Continue").first.click()
    expect(chat.bubbles).to_have_count(2)
    answer = chat.say("Sorry, I had to step away. Where were we?")
    expect(answer).to_contain_text("Google Sheets")
    expect(answer.locator(".slot.open")).to_be_visible()


def test_ambiguous_request_offers_choices_with_their_effects(chat: Chat) -> None:
    answer = chat.say(
        "I need to analyze our customer churn data and put together a presentation "
        "for the board meeting next week"
    )
    options = answer.locator("button.option")
    expect(options.first).to_be_visible()
    assert 2 <= options.count() <= 4
    assert all(len(text) > 20 for text in options.locator("p").all_inner_texts())
    *others, last = range(1, options.count() + 1)
    keys = f"{', '.join(map(str, others))} or {last}"
    expect(chat.composer).to_have_attribute("placeholder", f"Press {keys}, or say it differently")
    chat.composer.press("1")
    expect(chat.bubbles).to_have_count(2)
    chat.finished()
