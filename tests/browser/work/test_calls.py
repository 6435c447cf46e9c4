"""Calls of tools and the pages that were read: live, done, after a reload."""

import re

from playwright.sync_api import BrowserContext, expect

from tests.browser.accessibility import violations
from tests.browser.chat import ANSWER_MS, Chat
from tests.browser.work.scenes import TASK, calls, fold, sums
from tests.net.pages import Page, PageServer
from tests.standin import ModelServer


def test_many_fold_into_one_line_that_opens_to_what_was_sent_and_came(chat: Chat, model: ModelServer) -> None:
    model.queue(sums("100 * 3", "90 * 3.5"), sums("80 * 4"), {"text": "The first is the cheapest."})
    answer = chat.say(TASK)
    expect(fold(chat)).to_contain_text("3 steps")
    expect(answer.get_by_text("Working out 90 * 3.5")).to_be_hidden()
    fold(chat).click()
    answer.get_by_text("Working out 90 * 3.5").click()
    expect(answer.get_by_role("region", name="Sent to calculate")).to_contain_text('"expression": "90 * 3.5"')
    expect(answer.get_by_role("region", name="Came back")).to_contain_text('"value": "315"')
    assert violations(chat.page) == []


def test_a_line_stays_open_while_others_come(chat: Chat, model: ModelServer) -> None:
    model.gap_ms = 300  # two minutes until the others come, unless
    model.queue(sums("1 + 1"), sums("2 + 2", after="Wait. " * 400), sums("3 + 3"), {"text": "Six."})
    chat.type(TASK)
    chat.answer.get_by_text("Working out 1 + 1").click()
    expect(chat.answer.get_by_role("region", name="Came back")).to_contain_text('"value": "2"')
    model.gap_ms = 0
    expect(chat.answer).to_contain_text("Working out 3 + 3", timeout=ANSWER_MS)
    expect(chat.answer.get_by_role("region", name="Came back")).to_contain_text('"value": "2"')
    chat.finished()


def test_history_shows_the_same(chat: Chat, model: ModelServer) -> None:
    model.queue(sums("1 + 1", "2 + 2", "3 +"), {"text": "One of them makes no sense."})
    chat.say(TASK)
    expect(fold(chat)).to_contain_text("3 steps, 1 failed")
    told = chat.answer.locator(".work").text_content() or ""
    chat.reload()
    expect(chat.answer.locator(".work")).to_have_text(told)


def test_markup_in_arguments_stays_text(chat: Chat, model: ModelServer) -> None:
    trap = "<img src=x onerror=alert(1)>"
    model.queue(sums(trap), {"text": "That is no sum."})
    answer = chat.say(TASK)
    answer.get_by_text(f"Working out {trap}").click()
    expect(answer.get_by_role("region", name="Sent to calculate")).to_contain_text(trap)
    expect(answer.locator("img")).to_have_count(0)


def test_what_ran_when_it_was_stopped_says_so(chat: Chat, model: ModelServer) -> None:
    model.gap_ms = 100
    model.queue(sums("1 + 1"), {"text": "Long. " * 1_000})
    chat.type(TASK)
    expect(chat.answer.locator(".prose")).to_contain_text("Long.", timeout=ANSWER_MS)
    chat.page.keyboard.press("Escape")
    expect(chat.answer).to_contain_text("You stopped this")
    expect(chat.answer.locator(".spin")).to_have_count(0)


def test_pages_that_were_read_stand_under_the_answer(
    chat: Chat, model: ModelServer, pages: PageServer, context: BrowserContext
) -> None:
    text = "Oolong costs eleven euros a pound. " * 20
    pages.pages["/tea"] = Page(f"<title>Tea <b>prices</b></title><p>{text}".encode())
    model.queue(calls(("web_visit", {"url": f"http://{pages.host}/tea"})), {"text": "Eleven euros."})
    chat.say(TASK)
    for _ in range(2):
        card = chat.answer.get_by_role("list", name="Sources").get_by_role("link")
        expect(card).to_contain_text(pages.host)
        expect(card).to_contain_text("Oolong costs eleven euros")
        expect(card).to_have_attribute("rel", re.compile("noopener"))
        assert violations(chat.page) == []
        chat.reload()
    context.complaints.expected = (pages.host,)  # it has no icon for the new tab
    with context.expect_page() as opened:
        card.click()
    expect(opened.value).to_have_url(f"http://{pages.host}/tea")
