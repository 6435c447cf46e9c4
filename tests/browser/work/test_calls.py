"""Calls of tools, what they did, and the pages that were read: live, done, after a reload."""

import re
from typing import Any

from playwright.sync_api import BrowserContext, expect

from tests.browser.accessibility import violations
from tests.browser.chat import ANSWER_MS, Chat
from tests.browser.work.scenes import TASK, calls, fold, sums
from tests.net.pages import Page, PageServer
from tests.standin import ModelServer


def test_many_calls_fold_into_one_line_with_details(chat: Chat, model: ModelServer) -> None:
    model.queue(sums("100 * 3", "90 * 3.5"), sums("80 * 4"), {"text": "The first is the cheapest."})
    answer = chat.say(TASK)
    expect(fold(chat)).to_contain_text("3 steps")
    expect(answer.get_by_text("Working out 90 * 3.5")).to_be_hidden()
    fold(chat).click()
    answer.get_by_text("Working out 90 * 3.5").click()
    expect(answer.get_by_role("region", name="Sent to calculate")).to_contain_text('"expression": "90 * 3.5"')
    expect(answer.get_by_role("region", name="Came back")).to_contain_text('"value": "315"')


def test_opened_call_stays_open_while_others_arrive(chat: Chat, model: ModelServer) -> None:
    model.gap_ms = 300  # two minutes until the others come, unless
    model.queue(sums("1 + 1"), sums("2 + 2", after="Wait. " * 400), sums("3 + 3"), {"text": "Six."})
    chat.type(TASK)
    chat.answer.get_by_text("Working out 1 + 1").click()
    expect(chat.answer.get_by_role("region", name="Came back")).to_contain_text('"value": "2"')
    model.gap_ms = 0
    expect(chat.answer).to_contain_text("Working out 3 + 3", timeout=ANSWER_MS)
    expect(chat.answer.get_by_role("region", name="Came back")).to_contain_text('"value": "2"')
    chat.finished()


def test_calls_and_sources_are_shown_under_the_answer(
    chat: Chat, model: ModelServer, pages: PageServer, context: BrowserContext
) -> None:
    text = "Oolong costs eleven euros a pound. " * 20
    pages.pages["/tea"] = Page(f"<title>Tea <b>prices</b></title><p>{text}".encode())
    trap = "<img src=x onerror=alert(1)>"
    visit = ("web_visit", {"url": f"http://{pages.host}/tea"})
    model.queue(calls(visit), sums("1 + 1", trap), {"text": "Eleven euros; and that is no sum."})
    chat.say(TASK)
    expect(fold(chat)).to_contain_text("3 steps, 1 failed")
    told = chat.answer.locator(".work").text_content() or ""
    for _ in chat.live_and_reloaded():
        expect(chat.answer.locator(".work")).to_have_text(told)
        card = chat.answer.get_by_role("list", name="Sources").get_by_role("link")
        expect(card).to_contain_text(pages.host)
        expect(card).to_contain_text("Oolong costs eleven euros")
        expect(card).to_have_attribute("rel", re.compile("noopener"))
        fold(chat).click()
        chat.answer.get_by_text(f"Working out {trap}").click()
        expect(chat.answer.get_by_role("region", name="Sent to calculate")).to_contain_text(trap)
        expect(chat.answer.locator("img")).to_have_count(0)
    assert violations(chat.page) == []
    context.complaints.expected = (pages.host,)  # it has no icon for the new tab
    with context.expect_page() as opened:
        card.click()
    expect(opened.value).to_have_url(f"http://{pages.host}/tea")


CHIPS = """async (batches) => {
    const state = await import("/static/js/chat/transcript/state.js");
    const { operationChips } = await import("/static/js/chat/operation_chips.js");
    const transcript = state.createTranscript();
    const exchange = state.addOwnMessage(transcript, { id: "m", content: "Hi", at: null });
    state.giveTurn(transcript, exchange, "t", "running");
    const words = (chip) => (chip.matches(".live") ? "… " : "") + chip.textContent;
    let seq = 0;
    return batches.map((events) => {
        for (const [type, data] of events) {
            state.applyEvent(transcript, { seq: ++seq, turn_id: "t", type, data, at: null });
        }
        const list = operationChips(exchange.turn.operations, true);
        return list ? [...list.querySelectorAll(".chip")].map(words) : [];
    });
}"""


def operation(name: str, status: str, call: str, action: str = "read") -> list[Any]:
    said = {"action": action, "entity_type": "document", "entity_name": name, "status": status}
    return ["operation", {**said, "entity_id": "", "call_id": call}]


def answered(call: str, ok: bool = True) -> list[Any]:
    return ["tool_result", {"call_id": call, "ok": ok, "summary": "", "duration_ms": 1}]


def chips(chat: Chat, *batches: list[list[Any]]) -> Any:
    """Return the chips after each batch of events; chips of running calls begin with three dots."""
    return chat.page.evaluate(CHIPS, list(batches))


def test_started_operation_is_replaced_when_its_call_ends(chat: Chat) -> None:
    assert chips(
        chat,
        [operation("Scan", "started", "a"), operation("Prices", "started", "b")],
        [operation("Price list", "done", "b"), answered("b")],
        [operation("Scan", "failed", "a"), answered("a", ok=False)],
    ) == [
        ["… Reading document: Scan", "… Reading document: Prices"],
        ["… Reading document: Scan", "Read document: Price list"],
        ["Failed: reading document: Scan", "Read document: Price list"],
    ]


def test_unfinished_operation_vanishes_with_its_call_or_turn(chat: Chat) -> None:
    done = ["done", {"finish_reason": "cancelled", "stored": True, "usage": {}, "message_id": ""}]
    assert chips(
        chat,
        [operation("Scan", "started", "a", "update"), operation("Prices", "started", "b")],
        [answered("a")],
        [done],
    ) == [
        ["… Changing document: Scan", "… Reading document: Prices"],
        ["… Reading document: Prices"],
        [],
    ]
