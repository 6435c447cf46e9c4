"""The five journeys of the vision (seed 000), without any model, as a person lives them on the page."""

import pytest
from playwright.sync_api import expect

from tests.browser.chat import ANSWER_MS, Chat

pytestmark = pytest.mark.slow


def test_a_described_pain_becomes_a_proposal_and_a_yes_opens_the_draft(chat: Chat) -> None:
    answer = chat.say(
        "Our team wastes hours every Monday compiling project updates from Notion. "
        "Can the platform help with that?"
    )
    expect(answer).to_contain_text("Understood as create agent")
    expect(answer).to_contain_text("Notion")
    expect(answer).to_contain_text("Monday")
    expect(chat.say("yes").locator(".sentence")).to_contain_text("Notion")


def test_answers_build_on_each_other_until_the_agent_stands(chat: Chat) -> None:
    chat.say("Create an agent that monitors our Jira board for overdue tickets")
    answer = chat.say("The PLATFORM project, past due date, and Slack alerts")
    expect(answer.locator(".sentence")).to_contain_text("PLATFORM")
    expect(answer.locator(".slot.open")).to_contain_text("how often?")
    chat.say("Every morning at 9am")
    chat.page.get_by_role("button", name="Yes, do it").click()
    expect(chat.answer).to_contain_text("Created agent", timeout=ANSWER_MS)
    chat.open("/agents/")
    chat.page.get_by_role("link", name="jira-overdue-monitor").last.click()
    expect(chat.page.locator(".sentence")).to_contain_text("PLATFORM")


def test_a_draft_left_yesterday_is_taken_up_where_it_was(chat: Chat) -> None:
    chat.say("I want to create an agent for weekly financial reports")
    chat.say("Google Sheets")
    chat.new()
    chat.page.get_by_role("link", name="Continue").first.click()
    expect(chat.bubbles).to_have_count(2)
    answer = chat.say("Sorry, I had to step away. Where were we?")
    expect(answer).to_contain_text("Google Sheets")
    expect(answer.locator(".slot.open")).to_be_visible()


def test_a_short_follow_up_finds_what_it_means(chat: Chat) -> None:
    first = chat.say("List my agents").locator("ol li").first
    name = first.inner_text().split()[0].strip("*`,:")
    expect(chat.say("Run the first one")).to_contain_text(name)


def test_an_ambiguous_request_gets_choices_that_say_what_they_would_do(chat: Chat) -> None:
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
