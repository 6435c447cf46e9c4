"""Pages show names: no id of anything that a model references, live, pending, planned or reloaded."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.accessibility import violations
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


def test_calls_plans_and_batches_show_names_not_ids(chat: Chat, model: ModelServer, site: Site) -> None:
    rest = Rest(chat.page, site)
    made = make_project(rest, "Names")
    tells_calls(chat, model, made)
    model.queue(shared_out(part("a", f"Read {made['ids']['Market research']} closely")))
    chat.say(LONG_TASK)
    fold(chat).click()
    expect(chat.answer.locator(".step .say").first).to_have_text("Read Market research closely")
    assert ids_seen(chat) == []

    rest.send("PUT", "tools/change.delete/rule/", ask_first="always")
    asks_before_deleting(chat, model, made)
    rest.send("DELETE", "tools/change.delete/rule/")


def tells_calls(chat: Chat, model: ModelServer, made: dict[str, Any]) -> None:
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
    for _ in chat.live_and_reloaded():
        fold(chat).click()
        has_line(chat, 'Reading "Market research"')
        has_line(chat, 'Changing "Book the photographer"')
        assert ids_seen(chat) == []


def asks_before_deleting(chat: Chat, model: ModelServer, made: dict[str, Any]) -> None:
    things = ["Book the photographer", "Write to the press list"]
    gone = [{"op": "delete", "kind": "task", "ref": made["ids"][one]} for one in things]
    model.queue(
        calls(("change", {"project": made["id"], "operations": gone})),
        {"text": "Both are gone."},
    )
    chat.say(TASK)
    card = dock(chat).get_by_role("region")
    expect(card).to_have_count(1)
    for thing in things:
        expect(card.get_by_role("heading")).to_contain_text(thing)
    expect(card.get_by_label("operations")).to_have_value("\n".join(f"delete, task, {one}" for one in things))
    assert ids_seen(chat) == []
    assert violations(chat.page) == []
    with chat.answering():
        card.get_by_role("button", name="Approve").click()
    expect(chat.answer).to_contain_text("Both are gone.")
    assert ids_seen(chat) == []


def test_approval_shows_the_name_and_acts_on_the_id(chat: Chat, model: ModelServer) -> None:
    repair = {"title": "Roof repair", "starts_at": "2027-05-03T10:00"}
    model.queue(calls(("calendar", {"do": "create", **repair})))
    chat.say(TASK)
    span = "since=2027-05-03T00:00:00Z&until=2027-05-04T00:00:00Z"
    event = Rest(chat.page, chat.site).get(f"calendar/events/?{span}")[0]["id"]
    Rest(chat.page, chat.site).send("PUT", "tools/calendar.delete/rule/", ask_first="always")
    model.queue(calls(("calendar", {"do": "delete", "event": event})), {"text": "It is gone."})
    chat.say(TASK)
    asked = 'Deleting from the calendar: "Roof repair", Mon 03 May 2027, 10:00 to 11:00'
    expect(dock(chat).get_by_role("heading")).to_have_text(asked)
    expect(dock(chat).get_by_label("event")).to_have_value("Roof repair")
    assert ids_seen(chat) == []
    with chat.answering():
        dock(chat).get_by_role("button", name="Approve").click()
    expect(chat.answer).to_contain_text("Roof repair, Mon 03 May 2027")
    assert ids_seen(chat) == []
