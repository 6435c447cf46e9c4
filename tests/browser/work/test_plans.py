"""Delegated work: stages and steps, folded when done, resumed after an approval."""

from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.chat import Chat
from tests.browser.projects.scenes import Rest
from tests.browser.work.scenes import LONG_TASK, calls, dock, fold, part, shared_out, sums
from tests.standin import ModelServer


def test_plan_steps_are_grouped_in_stages_and_fold_when_done(chat: Chat, model: ModelServer) -> None:
    titles = ["Add up the offers", "Look at the calendar", "Say which to take"]
    model.queue(
        shared_out(part("a", titles[0]), part("b", titles[1]), part("c", titles[2], "a", "b")),
        {**sums("100 * 3"), "match": f"Do this: {titles[0]}"},
    )
    answer = chat.say(LONG_TASK)
    expect(fold(chat)).to_contain_text("3 steps")
    fold(chat).click()
    shown = answer.get_by_role("group", name=f"Plan: {LONG_TASK}")
    expect(shown.get_by_role("heading")).to_have_text(["Part 12 at once", "Part 2"])
    expect(shown.locator(".step > .step-head > .say")).to_have_text(titles)
    expect(shown.locator(".step.done")).to_have_count(3)
    expect(shown.locator(".step", has_text="Add up")).to_contain_text("Working out 100 * 3")


def test_steps_done_before_an_approval_stay_done(chat: Chat, model: ModelServer) -> None:
    titles = ["Add the fair", "Drop the fair"]
    Rest(chat.page, chat.site).send("PUT", "tools/calendar.delete/rule/", ask_first="always")
    model.queue(
        shared_out(part("a", titles[0], writes=True), part("b", titles[1], "a", writes=True)),
        {
            **calls(("calendar", {"do": "create", "title": "Fair", "starts_at": "2027-03-01T10:00"})),
            "match": f"Do this: {titles[0]}",
        },
        {"text": "Added.", "match": f"Do this: {titles[0]}"},
        {**calls(("calendar", {"do": "delete", "event": "Fair"})), "match": f"Do this: {titles[1]}"},
    )
    chat.say(LONG_TASK)
    expect(fold(chat)).to_contain_text("2 steps, waits for you")
    with chat.answering():
        dock(chat).get_by_role("button", name="Approve").click()
    expect(chat.answer.locator(".step.done")).to_have_count(2)
    expect(fold(chat)).to_contain_text("2 steps")
    expect(chat.answers.nth(-2).locator(".step.waiting")).to_have_count(0)


def test_failed_step_shows_its_reason_and_is_retried(chat: Chat, model: ModelServer) -> None:
    titles = ["Add up the offers", "Say which to take"]
    model.queue(
        shared_out(part("a", titles[0]), part("b", titles[1], "a")),
        {"fault": "refused", "match": f"Do this: {titles[0]}"},
    )
    chat.say(LONG_TASK)
    expect(fold(chat)).to_contain_text("1 failed, 1 skipped")
    for _ in chat.live_and_reloaded():
        fold(chat).click()
        failed = chat.answer.locator(".step.failed")
        expect(failed).to_contain_text("failed after")
        expect(chat.answer.locator(".step.skipped")).to_contain_text("It needs 'Add up the offers'")
    again = chat.answer.get_by_role("button", name="Try this step again: Add up the offers")
    expect(again).to_be_visible()
    assert violations(chat.page) == []
    with chat.answering():
        again.click()
        expect(chat.bubbles.last).to_have_text("Try this step again: Add up the offers")
