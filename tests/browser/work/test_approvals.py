"""Pending approvals: decided in place, once, from any tab, also after a reload."""

import re

from playwright.sync_api import BrowserContext, expect

from tests.browser.accessibility import violations
from tests.browser.chat import Chat
from tests.browser.projects.scenes import Rest
from tests.browser.work.scenes import TASK, calls, dock
from tests.standin import ModelServer

DRAFT = {
    "name": "board-watch",
    "purpose": "Watch the board",
    "instructions": "Tell what is overdue.",
    "sources": ["Jira"],
    "schedule": "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0",
}
SPRINT = {"do": "create", "title": "Sprint", "starts_at": "2027-03-01T10:00"}
WHEN = "since=2027-03-01T00:00:00Z&until=2027-03-02T00:00:00Z"


def ask(chat: Chat, model: ModelServer, *titles: str) -> None:
    """Let the model request to delete these events, which are in the calendar."""
    made = [("calendar", {"do": "create", "title": one, "starts_at": "2027-03-01T10:00"}) for one in titles]
    gone = [("calendar", {"do": "delete", "event": one}) for one in titles]
    Rest(chat.page, chat.site).send("PUT", "tools/calendar.delete/rule/", ask_first="always")
    model.queue(calls(*made), calls(*gone), {"text": "That is done."})
    chat.say(TASK)
    expect(dock(chat).get_by_role("heading")).to_be_visible()


def on_top(chat: Chat) -> str:
    """Return the title of the event that the card on top would delete."""
    return dock(chat).get_by_label("event").input_value()


def test_approval_shows_above_the_composer_and_runs_as_edited(chat: Chat, model: ModelServer) -> None:
    ask(chat, model, "Team lunch")
    card = dock(chat).get_by_role("region", name='Deleting from the calendar: "Team lunch"')
    expect(card).to_contain_text(re.compile("expires in 2[34] hours"))
    expect(card.get_by_label("event")).to_have_value("Team lunch")
    expect(card.get_by_label("event")).not_to_be_editable()
    expect(chat.composer).to_be_focused()
    expect(chat.answer).to_contain_text("Waits for your approval")
    chat.page.keyboard.press("Shift+F6")
    expect(card.get_by_role("heading")).to_be_focused()
    dock(chat).get_by_role("button", name="Edit").click()
    expect(dock(chat).get_by_label("event")).to_be_focused()
    dock(chat).get_by_label("event").fill("Team")
    with chat.answering():
        dock(chat).get_by_role("button", name="Approve as edited").click()
    expect(chat.bubbles.last).to_contain_text("Approved")
    expect(chat.answer).to_contain_text("That is done.")
    expect(chat.answer).to_contain_text("Team lunch, Mon 01 Mar 2027")
    expect(chat.composer).to_be_focused()
    expect(dock(chat).get_by_role("region")).to_have_count(0)


def test_invalid_argument_of_an_approval_names_the_format(chat: Chat, model: ModelServer) -> None:
    rest = Rest(chat.page, chat.site)
    rest.send("PUT", "tools/calendar.create/rule/", ask_first="always")
    retreat = {"title": "Retreat", "starts_at": "2027-03-01T10:00", "all_day": True}
    model.queue(calls(("calendar", {"do": "create", **retreat})), {"text": "That is done."})
    chat.say(TASK)
    rest.send("DELETE", "tools/calendar.create/rule/")
    dock(chat).get_by_role("button", name="Edit").click()
    dock(chat).get_by_label("all day").fill("perhaps")
    expect(dock(chat)).to_contain_text("Write true or false.")
    expect(dock(chat).get_by_label("all day")).to_have_attribute("aria-invalid", "true")
    expect(dock(chat).get_by_role("button", name="Approve as edited")).to_be_disabled()
    assert violations(chat.page) == []
    dock(chat).get_by_label("all day").press("Escape")
    expect(dock(chat).get_by_label("all day")).to_have_value("true")
    expect(dock(chat).get_by_role("button", name="Approve")).to_be_enabled()
    chat.say("Yes")  # in the composer, it decides too
    expect(dock(chat).get_by_role("region")).to_have_count(0)
    expect(chat.answers.nth(-2)).to_contain_text("You approved")


def test_several_approvals_queue_also_after_a_reload(chat: Chat, model: ModelServer) -> None:
    ask(chat, model, "First talk", "Second talk", "Third talk")
    heading = dock(chat).get_by_role("heading")
    expect(dock(chat)).to_contain_text("of 3")
    decided = on_top(chat)  # what came first to the page
    dock(chat).get_by_role("button", name="Approve", exact=True).press("Enter")
    expect(dock(chat)).to_contain_text("of 2")
    expect(heading).to_be_focused()
    chat.reload()
    expect(dock(chat)).to_contain_text("1 of 2")
    newer = on_top(chat)
    assert newer == ("Third talk" if decided != "Third talk" else "Second talk")
    later = "You approved, and it is done once you have decided on the others"
    expect(chat.answer).to_contain_text(f'{later}: Deleting from the calendar: "{decided}"')
    with chat.answering():
        dock(chat).get_by_role("button", name="Next approval").click()
        expect(heading).not_to_contain_text(newer)
        dock(chat).get_by_role("button", name="Approve", exact=True).press("Enter")
        expect(heading).to_contain_text(newer)
        dock(chat).get_by_role("button", name="Reject", exact=True).click()
    expect(dock(chat).get_by_role("region")).to_have_count(0)


def test_all_calls_of_one_answer_are_approved_together(chat: Chat, model: ModelServer) -> None:
    ask(chat, model, "Fourth talk", "Fifth talk")
    together = dock(chat).get_by_role("region", name="2 calls of this answer wait together")
    expect(together).to_contain_text('Deleting from the calendar: "Fourth talk"')
    assert violations(chat.page) == []
    with chat.answering():
        together.get_by_role("button", name="Approve all 2").click()
        expect(dock(chat).get_by_role("region")).to_have_count(0)
    expect(chat.answer).to_contain_text("That is done.")


def test_approval_decided_elsewhere_says_so_and_rejected_one_stops(
    chat: Chat, model: ModelServer, context: BrowserContext
) -> None:
    context.complaints.expected = ("409",)
    ask(chat, model, "Lecture", "Seminar")
    rest = Rest(chat.page, chat.site)
    expect(dock(chat)).to_contain_text("of 2")
    seen = on_top(chat)
    waiting = next(one for one in rest.get("approvals/")["results"] if seen in str(one))
    rest.send("POST", f"approvals/{waiting['approval_id']}/", decision="reject")
    dock(chat).get_by_role("button", name="Approve", exact=True).click()
    expect(dock(chat).get_by_role("alert")).to_contain_text("decided already")
    dock(chat).get_by_role("button", name="Close").click()
    expect(dock(chat).get_by_role("heading")).not_to_contain_text(seen)
    expect(chat.answer).to_contain_text(f'You rejected: Deleting from the calendar: "{seen}"')
    with chat.answering():
        dock(chat).get_by_role("button", name="Reject", exact=True).click()
    expect(chat.bubbles.last).to_contain_text("Rejected")
    expect(chat.answer).to_contain_text("OK, not done")


def test_approval_of_a_new_agent_shows_missing_connections(chat: Chat, model: ModelServer) -> None:
    model.queue(calls(("save_agent", DRAFT)), {"text": "It is there."})
    chat.say("Build me an agent that watches our Jira board, Mondays at 9")
    missing = dock(chat).get_by_role("list", name="Connections")
    expect(missing).to_contain_text("Jira isn't connected.")
    expect(missing.get_by_role("link", name="Connect Jira")).to_have_attribute("target", "_blank")
    assert violations(chat.page) == []
    with chat.answering():
        dock(chat).get_by_role("button", name="Approve").click()
    attempt = chat.answer.get_by_role("button", name="Try it")
    expect(attempt).to_be_visible()
    model.queue(calls(("calendar", SPRINT)), {"text": "Seen."})
    with chat.answering():
        attempt.click()
    answer = chat.answer
    expect(answer).to_contain_text("Dry run of board-watch")
    expect(answer).to_contain_text("A real run would do this:")
    expect(answer.get_by_role("listitem").filter(has_text="Sprint").first).to_be_visible()
    assert "Sprint" not in str(Rest(chat.page, chat.site).get(f"calendar/events/?{WHEN}"))
