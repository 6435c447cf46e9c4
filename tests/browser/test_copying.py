"""What is copied: from where, what of it, and how it is said, with the clipboard API and without."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.accessibility import violations
from tests.browser.chat import Chat
from tests.site import Site

MARKDOWN = """| Plan | *Price* |
|:-----|------:|
| Team, small | 1,200 |
| "Plus" | 300 |
| =SUM(A1) | -5 |"""
CSV = 'Plan,Price\r\n"Team, small","1,200"\r\n"""Plus""",300\r\n\'=SUM(A1),-5'
TEXT = f"Hello.\n\n```py\nprint('<1>')\n```\n\n{MARKDOWN}"
DRAWN = """async (text) => {
    const { Prose } = await import("/static/js/chat/prose.js");
    const prose = new Prose();
    document.getElementById("log").append(prose.node);
    prose.update(text, false);
}"""
WITHOUT_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
WITHOUT_ANY = "document.execCommand = () => false"


@pytest.fixture(params=["clipboard", "plain http"])
def page_with_text(chat: Chat, request: pytest.FixtureRequest) -> Chat:
    """A chat in which an answer stands; a site over plain http on another machine has no clipboard API."""
    chat.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    chat.page.evaluate(DRAWN, TEXT)
    if request.param == "plain http":
        chat.page.evaluate(WITHOUT_CLIPBOARD)
    return chat


def pasted(chat: Chat) -> str:
    """Return what Ctrl+V gives."""
    chat.composer.fill("")
    chat.composer.press("Control+v")
    return chat.composer.input_value()


def copied_by(chat: Chat, button: Locator) -> str:
    button.click()
    expect(button).to_have_attribute("data-said", "Copied")
    expect(chat.page.get_by_role("status").filter(has_text="Copied")).to_have_count(1)
    return pasted(chat)


def test_code_and_tables_are_copied_and_it_is_said(page_with_text: Chat) -> None:
    chat = page_with_text
    button = chat.page.get_by_role("button", name="Copy code")
    assert copied_by(chat, button) == "print('<1>')"
    expect(button).not_to_have_attribute("data-said", "Copied")
    assert copied_by(chat, chat.page.get_by_role("button", name="Copy table as Markdown")) == MARKDOWN
    assert copied_by(chat, chat.page.get_by_role("button", name="Copy table as CSV")) == CSV.replace("\r", "")
    assert violations(chat.page) == []


def test_where_nothing_can_be_copied_the_text_is_selected(chat: Chat) -> None:
    chat.page.evaluate(DRAWN, TEXT)
    chat.page.evaluate(WITHOUT_CLIPBOARD)
    chat.page.evaluate(WITHOUT_ANY)
    button = chat.page.get_by_role("button", name="Copy code")
    button.click()
    expect(button).to_have_attribute("data-said", "Press Ctrl+C or ⌘C to copy")
    assert chat.page.evaluate("getSelection().toString()") == "print('<1>')"


def test_an_answer_is_copied_as_it_was_written(chat: Chat) -> None:
    chat.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    chat.say("What can you do?")
    assert "- " in copied_by(chat, chat.answer.get_by_role("button", name="Copy answer"))


def test_a_new_key_and_an_invitation_are_copied(chat: Chat, site: Site) -> None:
    chat.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for path, submit, name in [
        ("keys", "Make a key", "New API key"),
        ("people", "Invite", "Invitation link"),
    ]:
        chat.open(f"/settings/{path}/")
        if path == "keys":
            chat.page.get_by_label("What it is for").fill("Reports")
        chat.page.get_by_role("button", name=submit).click()
        field = chat.page.get_by_label(name)
        button = chat.page.get_by_role("button", name="Copy")
        button.click()
        expect(button).to_have_attribute("data-said", "Copied")
        assert chat.page.evaluate("navigator.clipboard.readText()") == field.input_value()
        assert violations(chat.page) == []
