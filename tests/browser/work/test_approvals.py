"""What waits for the person's word: decided in its place, once, from any tab, also after a reload."""

import re

from playwright.sync_api import BrowserContext, expect

from tests.browser.accessibility import violations
from tests.browser.chat import ANSWER_MS, Chat
from tests.browser.work.scenes import TASK, calls, dock
from tests.site import Site
from tests.standin import ModelServer

RULE = "from agents.models import *; from omniforge.tenants.models import Tenant; ToolRule.objects"


def ask(chat: Chat, model: ModelServer, *titles: str) -> None:
    """Let the model wish to delete these events, which are in the calendar."""
    made = [("calendar", {"do": "create", "title": one, "starts_at": "2027-03-01T10:00"}) for one in titles]
    gone = [("calendar", {"do": "delete", "event": one}) for one in titles]
    model.queue(calls(*made), calls(*gone), {"text": "That is done."})
    chat.say(TASK)
    expect(dock(chat).get_by_role("heading")).to_be_visible()
    if len(titles) > 1:  # what came first to the page stays there; opened anew, the newest is on top
        expect(dock(chat)).to_contain_text(f"of {len(titles)}")
        chat.reload()


def test_a_call_waits_above_the_composer_and_takes_no_focus(chat: Chat, model: ModelServer) -> None:
    ask(chat, model, "Budget review")
    card = dock(chat).get_by_role("region", name='Deleting from the calendar: "Budget review"')
    expect(card).to_contain_text(re.compile("expires in 2[34] hours"))
    expect(card.get_by_label("event")).to_have_value("Budget review")
    expect(card.get_by_label("event")).not_to_be_editable()
    expect(chat.composer).to_be_focused()
    expect(chat.answer).to_contain_text("Waits for your approval")
    chat.page.keyboard.press("Shift+F6")
    expect(card.get_by_role("heading")).to_be_focused()
    assert violations(chat.page) == []


def test_approved_as_edited_it_is_done_so_and_the_answer_goes_on(chat: Chat, model: ModelServer) -> None:
    ask(chat, model, "Team lunch")
    dock(chat).get_by_role("button", name="Edit").click()
    expect(dock(chat).get_by_label("event")).to_be_focused()
    dock(chat).get_by_label("event").fill("Team")
    dock(chat).get_by_role("button", name="Approve as edited").click()
    expect(chat.bubbles.last).to_contain_text("Approved")
    expect(chat.finished()).to_contain_text("That is done.")
    expect(chat.answer).to_contain_text("Team lunch, Mon 01 Mar 2027")
    expect(chat.composer).to_be_focused()
    expect(dock(chat).get_by_role("region")).to_have_count(0)
    chat.reload()
    expect(chat.answers.first).to_contain_text("You approved: Deleting")
    expect(dock(chat).get_by_role("region")).to_have_count(0)


def test_an_argument_that_is_wrong_says_what_to_write(chat: Chat, model: ModelServer, site: Site) -> None:
    site.manage("shell", "-c", RULE + ".create(tenant=Tenant.objects.get(), tool='calendar.create')")
    retreat = {"title": "Retreat", "starts_at": "2027-03-01T10:00", "all_day": True}
    model.queue(calls(("calendar", {"do": "create", **retreat})))
    chat.say(TASK)
    site.manage("shell", "-c", RULE + ".all().delete()")
    dock(chat).get_by_role("button", name="Edit").click()
    dock(chat).get_by_label("all day").fill("perhaps")
    expect(dock(chat)).to_contain_text("Write true or false.")
    expect(dock(chat).get_by_label("all day")).to_have_attribute("aria-invalid", "true")
    expect(dock(chat).get_by_role("button", name="Approve as edited")).to_be_disabled()
    assert violations(chat.page) == []
    dock(chat).get_by_label("all day").press("Escape")
    expect(dock(chat).get_by_label("all day")).to_have_value("true")
    expect(dock(chat).get_by_role("button", name="Approve")).to_be_enabled()


def test_rejected_it_is_not_done(chat: Chat, model: ModelServer) -> None:
    ask(chat, model, "Offsite")
    dock(chat).get_by_role("button", name="Reject").click()
    expect(chat.bubbles.last).to_contain_text("Rejected")
    expect(chat.finished()).to_contain_text("OK, not done")
    expect(chat.answers.first).to_contain_text('You rejected: Deleting from the calendar: "Offsite"')


def test_yes_in_the_composer_decides_too(chat: Chat, model: ModelServer) -> None:
    ask(chat, model, "Stand-up")
    chat.say("Yes")
    expect(dock(chat).get_by_role("region")).to_have_count(0)
    expect(chat.answers.first).to_contain_text("You approved")


def test_several_wait_one_behind_the_other(chat: Chat, model: ModelServer) -> None:
    ask(chat, model, "First talk", "Second talk")
    expect(dock(chat)).to_contain_text("1 of 2")
    expect(dock(chat).get_by_role("heading")).to_contain_text("Second talk")
    dock(chat).get_by_role("button", name="Next approval").click()
    expect(dock(chat).get_by_role("heading")).to_contain_text("First talk")
    dock(chat).get_by_role("button", name="Approve", exact=True).press("Enter")
    expect(dock(chat).get_by_role("heading")).to_contain_text("Second talk")
    expect(dock(chat).get_by_role("heading")).to_be_focused()
    dock(chat).get_by_role("button", name="Reject", exact=True).click()
    expect(chat.answers).to_have_count(2, timeout=ANSWER_MS)
    chat.finished()


def test_all_calls_of_one_answer_are_decided_by_one_press(chat: Chat, model: ModelServer) -> None:
    ask(chat, model, "Third talk", "Fourth talk")
    together = dock(chat).get_by_role("region", name="2 calls of this answer wait together")
    expect(together).to_contain_text('Deleting from the calendar: "Third talk"')
    assert violations(chat.page) == []
    together.get_by_role("button", name="Approve all 2").click()
    expect(dock(chat).get_by_role("region")).to_have_count(0)
    expect(chat.answers).to_have_count(2, timeout=ANSWER_MS)
    expect(chat.finished()).to_contain_text("That is done.")


def test_decided_in_another_tab_it_says_so_in_its_place(
    chat: Chat, model: ModelServer, context: BrowserContext, site: Site
) -> None:
    context.complaints.expected = ("409",)
    ask(chat, model, "Lecture", "Seminar")
    other = Chat(context.new_page(), site).open(chat.page.url.removeprefix(site.url)).ready()
    dock(other).get_by_role("button", name="Reject", exact=True).click()
    expect(dock(other).get_by_role("heading")).to_contain_text("Lecture")
    dock(chat).get_by_role("button", name="Approve", exact=True).click()
    expect(dock(chat).get_by_role("alert")).to_contain_text("decided already")
    dock(chat).get_by_role("button", name="Close").click()
    expect(dock(chat).get_by_role("heading")).to_contain_text("Lecture")
    expect(chat.answer).to_contain_text('You rejected: Deleting from the calendar: "Seminar"')
