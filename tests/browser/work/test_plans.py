"""Plans: stages and steps, folded when they are done, gone on with after an approval."""

from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.chat import ANSWER_MS, Chat
from tests.browser.work.scenes import LONG_TASK, calls, dock, fold, plan, stage, step, sums
from tests.standin import ModelServer


def test_steps_stand_in_their_stages_and_fold_when_done(chat: Chat, model: ModelServer) -> None:
    add_up, look = step("s1", "Add up the offers", "calculate"), step("s2", "Look at the calendar")
    decide = step("s3", "Say which to take", needs=("s1", "s2"))
    model.script(
        "three offers",
        plan(stage("Collect", "parallel", add_up, look), stage("Decide", "sequence", decide)),
    )
    model.queue({**sums("100 * 3"), "match": "Your step, 1 of 3"})
    answer = chat.say(LONG_TASK)
    expect(fold(chat)).to_contain_text("3 steps")
    fold(chat).click()
    shown = answer.get_by_role("group", name="Plan: A decision on the offers")
    expect(shown.get_by_role("heading")).to_have_text(["Collect2 at once", "Decide"])
    titles = ["Add up the offers", "Look at the calendar", "Say which to take"]
    expect(shown.locator(".step > .step-head > .say")).to_have_text(titles)
    expect(shown.locator(".step.done")).to_have_count(3)
    expect(shown.locator(".step", has_text="Add up")).to_contain_text("Working out 100 * 3")
    assert violations(chat.page) == []
    chat.reload()
    expect(fold(chat)).to_contain_text("3 steps")


def test_what_was_done_before_an_approval_is_still_done_after_it(chat: Chat, model: ModelServer) -> None:
    add, drop = (f"calendar_{do}_event" for do in ("create", "delete"))
    steps = step("s1", "Add the fair", add), step("s2", "Drop the fair", drop, needs=("s1",))
    model.script("three offers", plan(stage("Try", "sequence", *steps)))
    model.queue(
        {
            **calls((add, {"title": "Fair", "starts_at": "2027-03-01T10:00"})),
            "match": "Your step, 1 of 2",
        },
        {"text": "Added.", "match": "Your step, 1 of 2"},
        {**calls((drop, {"event": "Fair"})), "match": "Your step, 2 of 2"},
    )
    chat.say(LONG_TASK)
    expect(fold(chat)).to_contain_text("2 steps, waits for you")
    dock(chat).get_by_role("button", name="Approve").click()
    expect(chat.answers).to_have_count(2, timeout=ANSWER_MS)
    chat.finished()
    expect(chat.answer.locator(".step.done")).to_have_count(2)
    expect(fold(chat)).to_contain_text("2 steps")
    expect(chat.answers.first.locator(".step.waiting")).to_have_count(0)


def test_a_step_that_failed_says_why_and_is_asked_for_again(chat: Chat, model: ModelServer) -> None:
    first, then = step("s1", "Add up the offers"), step("s2", "Say which to take", needs=("s1",))
    model.script("three offers", plan(stage("Decide", "sequence", first, then)))
    model.queue(*[{"fault": "refused", "match": "Your step, 1 of 2"}] * 2)  # the second time as well
    chat.say(LONG_TASK)
    expect(fold(chat)).to_contain_text("1 failed, 1 skipped")
    for _ in range(2):
        fold(chat).click()
        failed = chat.answer.locator(".step.failed")
        expect(failed).to_contain_text("failed after")
        expect(chat.answer.locator(".step.skipped")).to_contain_text("It needs 'Add up the offers'")
        assert violations(chat.page) == []
        chat.reload()
    fold(chat).click()
    chat.answer.get_by_role("button", name="Try this step again: Add up the offers").click()
    expect(chat.bubbles.last).to_have_text("Try this step again: Add up the offers")
    expect(chat.answers).to_have_count(2, timeout=ANSWER_MS)
    chat.finished()
