"""A model in its loop: steered by a message, with a plan, with parallel parts, interrupted."""

from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.chat import ANSWER_MS, Chat
from tests.browser.work.scenes import LONG_TASK, TASK, calls, fold, part, shared_out, sums
from tests.standin import ModelServer

STEERED = "Leave out the second offer"


def plan(**states: str) -> tuple[str, dict[str, object]]:
    """Return a call that keeps this plan."""
    items = [{"title": title.replace("_", " "), "state": state} for title, state in states.items()]
    return "todo", {"items": items}


def test_plan_progress_is_shown_and_a_new_message_is_taken_in(chat: Chat, model: ModelServer) -> None:
    model.ttft_ms = 1_500
    model.queue(
        calls(plan(Read_the_offers="doing", Add_them_up="open", Say_which="open")),
        calls(
            plan(Read_the_offers="done", Add_them_up="doing", Say_which="open"),
            ("calculate", {"expression": "2 + 3"}),
        ),
        calls(plan(Read_the_offers="done", Add_them_up="done", Say_which="done")),
        {"text": "The first one, without the second."},
    )
    before = chat.answers.count()
    chat.type(LONG_TASK)
    expect(chat.answer).to_have_attribute("aria-busy", "true")
    chat.type(STEERED)
    expect(chat.page.get_by_role("group", name="Waiting messages")).to_contain_text(STEERED)
    at_work = chat.answers.nth(before)
    steps = at_work.locator(".step")
    expect(steps.locator(".step-head > .say")).to_have_text(["Read the offers", "Add them up", "Say which"])
    expect(at_work.locator(".step.running")).to_contain_text("Read the offers")
    expect(at_work.locator(".step.running")).to_contain_text("Add them up")
    expect(chat.answers).to_have_count(before + 2, timeout=ANSWER_MS)
    chat.finished()
    assert STEERED not in model.requests[0].text and STEERED in model.requests[1].text
    at_work = chat.answers.nth(-2)
    for _ in chat.live_and_reloaded():
        at_work.locator(".work > summary").click()
        expect(at_work.locator(".step.done")).to_have_count(3)
        expect(at_work.locator(".prose").last).to_have_text("The first one, without the second.")
        expect(chat.bubbles.last).to_have_text(STEERED)
        expect(chat.answer).to_contain_text("I took this in above")
        expect(chat.answer.get_by_role("button", name="Understood as")).to_have_count(0)
        expect(chat.answer.get_by_role("button", name="Write again")).to_have_count(0)
    assert violations(chat.page) == []


def test_delegated_parts_are_shown_in_parallel(chat: Chat, model: ModelServer) -> None:
    model.ttft_ms = 1_500
    titles = ["Add up the offers", "Look at the calendar"]
    model.queue(
        shared_out(part("a", titles[0]), part("b", titles[1])),
        *({**sums(f"{at} * 3"), "match": f"Do this: {title}"} for at, title in enumerate(titles, 1)),
    )
    chat.type(LONG_TASK)
    running = chat.answer.locator(".step.running > .step-head > .say")
    expect(running).to_have_text(titles)
    for at, step in enumerate(chat.answer.locator(".step").all(), 1):
        expect(step).to_contain_text(f"Working out {at} * 3")
    chat.finished()
    fold(chat).click()
    expect(chat.answer.locator(".step.done")).to_have_count(2)


def test_work_continues_after_a_model_outage(chat: Chat, model: ModelServer) -> None:
    model.queue(sums("19 + 23"), *[{"fault": "server_error"}] * 4)
    chat.type(TASK)
    expect(chat.page.get_by_role("alert")).to_be_visible(timeout=ANSWER_MS)
    expect(chat.page.get_by_role("button", name="Try again")).to_have_count(0)
    chat.reload()
    model.queue({"text": "Forty-two."})
    with chat.answering():
        chat.answer.locator("button.option", has_text="Continue").click()
        expect(chat.bubbles.last).to_have_text("Continue")
    expect(chat.answer.locator(".prose")).to_have_text("Forty-two.")
    told = model.requests[-1].text
    assert TASK in told and "42" in told  # the earlier result of the call


def test_stopped_work_continues_from_what_is_done(chat: Chat, model: ModelServer) -> None:
    model.gap_ms = 100
    model.queue(sums("19 + 23"), {"text": "Long. " * 1_000})
    chat.type(TASK)
    expect(chat.answer.locator(".prose")).to_contain_text("Long.", timeout=ANSWER_MS)
    chat.page.keyboard.press("Escape")
    expect(chat.answer).to_contain_text("You stopped this")
    expect(chat.answer.locator(".spin")).to_have_count(0)
    model.gap_ms = 0
    model.queue({"text": "Forty-two."})
    with chat.answering():
        chat.answer.get_by_role("button", name="Continue").click()
    expect(chat.answer.locator(".prose")).to_have_text("Forty-two.")
    assert "42" in model.requests[-1].text and "Long." in model.requests[-1].text
