"""People read names. Whatever a model calls by an id, no id is seen: live, waiting, planned, reloaded."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.chat import Chat
from tests.browser.projects.scenes import Rest, make_project
from tests.browser.work.scenes import LONG_TASK, TASK, calls, dock, fold, part, shared_out
from tests.site import Site
from tests.standin import ModelServer

ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-", re.IGNORECASE)
SHOWN = """() => [
    ...[...document.querySelectorAll("input, textarea")].map((one) => one.checkVisibility() && one.value),
    ...[...document.querySelectorAll("[aria-label]")].map((node) => node.ariaLabel),
    document.body.innerText,
].join("\\n")"""


def ids_seen(chat: Chat) -> list[str]:
    """Return the lines with an id in them that the page shows or reads out."""
    return [line for line in chat.page.evaluate(SHOWN).splitlines() if ID.search(line)]


def has_line(chat: Chat, words: str) -> Locator:
    line = chat.answer.locator(".call", has_text=words)
    expect(line).to_have_count(1)
    return line


def test_calls_and_what_they_did_are_told_by_names(chat: Chat, model: ModelServer, site: Site) -> None:
    made = make_project(Rest(chat.page, site), "Names")
    document, task = made["ids"]["Market research"], made["ids"]["Book the photographer"]
    model.queue(
        calls(
            ("read", {"ref": document}),
            ("read", {"ref": task}),
            ("change", {"operations": [{"op": "update", "ref": task, "fields": {"priority": 1}}]}),
            ("list", {"kind": "task", "project": made["id"]}),
            ("read", {"ref": "01a203fd-40c9-7c79-af49-4304a48882f8"}),
        ),
        {"text": "All of it is done."},
    )
    chat.say(TASK)
    for _ in range(2):
        fold(chat).click()
        has_line(chat, 'Reading "Market research"')
        has_line(chat, 'Changing "Book the photographer"')
        assert ids_seen(chat) == []
        chat.reload()


def test_what_waits_is_told_by_its_name_and_done_by_its_id(chat: Chat, model: ModelServer) -> None:
    repair = {"title": "Roof repair", "starts_at": "2027-05-03T10:00"}
    model.queue(calls(("calendar", {"do": "create", **repair})))
    chat.say(TASK)
    span = "since=2027-05-03T00:00:00Z&until=2027-05-04T00:00:00Z"
    event = Rest(chat.page, chat.site).get(f"calendar/events/?{span}")[0]["id"]
    model.queue(calls(("calendar", {"do": "delete", "event": event})), {"text": "It is gone."})
    chat.say(TASK)
    asked = 'Deleting from the calendar: "Roof repair", Mon 03 May 2027, 10:00 to 11:00'
    expect(dock(chat).get_by_role("heading")).to_have_text(asked)
    expect(dock(chat).get_by_label("event")).to_have_value("Roof repair")
    assert ids_seen(chat) == []
    dock(chat).get_by_role("button", name="Approve").click()
    expect(chat.finished()).to_contain_text("Roof repair, Mon 03 May 2027")
    assert ids_seen(chat) == []


def test_a_plan_is_told_by_names(chat: Chat, model: ModelServer, site: Site) -> None:
    document = make_project(Rest(chat.page, site), "Plans")["ids"]["Market research"]
    model.queue(shared_out(part("a", f"Read {document} closely")))
    chat.say(LONG_TASK)
    fold(chat).click()
    expect(chat.answer.locator(".step .say").first).to_have_text("Read Market research closely")
    assert ids_seen(chat) == []
