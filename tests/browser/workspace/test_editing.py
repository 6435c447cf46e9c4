"""Editing the last message: in place, answered, earlier versions viewed, visible in other tabs."""

from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.accessibility import violations
from tests.browser.chat import ANSWER_MS, Chat
from tests.browser.projects.scenes import Rest
from tests.browser.workspace.scenes import panel


def editor(chat: Chat) -> Locator:
    return chat.page.get_by_label("Your message in other words")


def begin_edit(chat: Chat) -> Locator:
    chat.bubbles.last.hover()
    chat.page.get_by_role("button", name="Edit message").click()
    expect(editor(chat)).to_be_focused()
    return editor(chat)


def edited(chat: Chat, words: str) -> Locator:
    """Edit the last message; returns the complete answer."""
    begin_edit(chat).fill(words)
    editor(chat).press("Enter")
    expect(chat.bubbles.last).to_have_text(words)
    return chat.finished()


def versions(chat: Chat) -> Locator:
    return chat.page.get_by_role("group", name="Answers to this message")


def test_edit_replaces_the_message_and_keeps_the_old_version(chat: Chat) -> None:
    first = chat.say("What can you do for me?").locator(".prose").inner_text()
    other = chat.other_tab()
    expect(other.bubbles).to_have_text(["What can you do for me?"])
    edited(chat, "List my agents")
    for tab in (chat, other):
        expect(tab.bubbles).to_have_text(["List my agents"])
        expect(tab.finished().locator(".prose")).to_contain_text("notion-reporter", timeout=ANSWER_MS)
        expect(tab.page.get_by_role("heading", level=1)).to_have_text("List my agents")
    expect(chat.composer).to_be_focused()
    chat.reload()
    for tab in (chat, other):
        expect(tab.bubbles).to_have_text(["List my agents"])
        versions(tab).get_by_role("button", name="Previous answer").click()
        expect(tab.bubbles).to_have_text(["What can you do for me?"])
        expect(tab.answer.locator(".prose")).to_have_text(first, use_inner_text=True)
        expect(versions(tab)).to_contain_text("1 of 2The chat goes on from answer 2")
        expect(tab.page.get_by_role("button", name="Edit message")).to_have_count(0)
        expect(tab.page.locator("#announcer")).to_have_text("Answer 1 of 2, to your earlier words")

    versions(chat).get_by_role("button", name="Next answer").click()
    begin_edit(chat).fill("List my skills")
    other.say("What can you do?")  # so that it is no longer the last
    form = chat.page.get_by_role("form", name="Edit your message")
    expect(form).to_contain_text("once it is your last message")
    expect(form.get_by_role("button", name="Send again")).to_be_disabled()
    expect(editor(chat)).to_have_value("List my skills")
    form.get_by_role("button", name="Cancel").click()
    expect(chat.bubbles).to_have_text(["List my agents", "What can you do?"])


def test_arrow_up_opens_the_editor_and_escape_cancels(chat: Chat) -> None:
    chat.say("List my agents")
    chat.composer.press("ArrowUp")
    expect(editor(chat)).to_be_focused()
    expect(editor(chat)).to_have_value("List my agents")
    editor(chat).fill(" \n")
    send = chat.page.get_by_role("button", name="Send again")
    expect(send).to_be_disabled()
    editor(chat).fill("x" * 10_001)
    expect(chat.page.get_by_role("form", name="Edit your message")).to_contain_text("10,001 of 10,000")
    expect(send).to_be_disabled()
    editor(chat).press("Escape")
    expect(editor(chat)).to_have_count(0)
    expect(chat.composer).to_be_focused()
    expect(chat.bubbles.last).to_have_text("List my agents")
    chat.composer.fill("two\nlines")
    chat.composer.press("ArrowUp")
    expect(editor(chat)).to_have_count(0)
    chat.composer.fill("")


def tasks(rest: Rest, project: dict[str, Any]) -> set[str]:
    """Return which of the two mentioned tasks are in the project."""
    listed = rest.get(f"projects/{project['id']}/entities/")["results"]
    return {"Call the caterer", "Call the florist"} & {one["title"] for one in listed}


def test_changes_of_an_edited_answer_stay_until_undone(
    chat: Chat, rest: Rest, project: dict[str, Any]
) -> None:
    chat.open(f"/?project={project['id']}").ready()
    expect(panel(chat).get_by_role("link", name="Market research")).to_be_visible()
    chat.say("Add a task: call the caterer")
    earlier = panel(chat).get_by_role("link", name="Call the caterer")
    expect(earlier).to_be_visible()
    begin_edit(chat)
    note = chat.page.get_by_text("What the earlier answer did stays done.")
    expect(note).to_be_visible()
    editor(chat).press("Escape")
    expect(note).to_be_hidden()
    begin_edit(chat).fill("Add a task: call the florist")
    chat.page.get_by_role("button", name="Send again").click()
    expect(chat.bubbles.last).to_have_text("Add a task: call the florist")
    expect(chat.composer).to_be_focused()
    chat.finished()
    expect(note).to_be_visible()
    assert violations(chat.page) == []
    assert tasks(rest, project) == {"Call the caterer", "Call the florist"}
    chat.reload()
    chat.page.get_by_role("button", name="Undo all of it").click()
    expect(chat.page.get_by_text("Taken back: 1 thing is as before.")).to_be_visible()
    assert tasks(rest, project) == {"Call the florist"}
    expect(note).to_have_count(0)
    expect(earlier).to_have_count(0)
    made = panel(chat).get_by_role("link", name="Call the florist")
    expect(made).to_be_visible()
    panel(chat).get_by_role("button", name="Undo all of this").click()
    told = panel(chat).get_by_role("status").filter(has_text="Taken back: 1 thing is as before.")
    expect(told).to_be_visible()
    expect(made).to_have_count(0)
    chat.reload()
    expect(versions(chat)).to_contain_text("2 of 2")
    expect(note).to_be_hidden()
    expect(panel(chat)).to_contain_text("Created task: Call the florist")
    expect(panel(chat).get_by_role("button", name="Undo all of this")).to_have_count(0)
