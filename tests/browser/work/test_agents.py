"""An agent that a model builds: its draft shows what isn't connected; once created, one click tries it."""

from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.chat import Chat
from tests.browser.work.scenes import calls, dock
from tests.standin import ModelServer

DRAFT = {
    "name": "board-watch",
    "purpose": "Watch the board",
    "instructions": "Tell what is overdue.",
    "sources": ["Jira"],
    "schedule": "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0",
}
SPRINT = {"do": "create", "title": "Sprint", "starts_at": "2027-03-01T10:00"}
EVENTS = (
    "from agents.models import CalendarEvent; print([one.details for one in CalendarEvent.objects.all()])"
)


def test_its_draft_says_what_is_missing_and_it_is_tried_by_one_click(chat: Chat, model: ModelServer) -> None:
    model.queue(calls(("save_agent", DRAFT)), {"text": "It is there."})
    chat.say("Build me an agent that watches our Jira board, Mondays at 9")
    missing = dock(chat).get_by_role("list", name="Connections")
    expect(missing).to_contain_text("Jira isn't connected.")
    expect(missing.get_by_role("link", name="Connect Jira")).to_have_attribute("target", "_blank")
    assert violations(chat.page) == []
    dock(chat).get_by_role("button", name="Approve").click()
    attempt = chat.finished().get_by_role("button", name="Try it")
    expect(attempt).to_be_visible()
    model.queue(calls(("calendar", SPRINT)), {"text": "Seen."})
    attempt.click()
    answer = chat.finished()
    expect(answer).to_contain_text("Dry run of board-watch")
    expect(answer).to_contain_text("A real run would do this:")
    expect(answer.get_by_role("listitem").filter(has_text="Sprint").first).to_be_visible()
    assert "Sprint" not in chat.site.manage("shell", "-v", "0", "-c", EVENTS)
