"""Copying: sources, content and confirmation, with and without the clipboard API."""

from playwright.sync_api import BrowserContext, Cookie, Locator, expect

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


def test_copying_from_an_answer_is_confirmed(chat: Chat) -> None:
    chat.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    chat.say("What can you do?")
    assert "- " in copied_by(chat, chat.answer.get_by_role("button", name="Copy answer"))
    chat.page.evaluate(DRAWN, TEXT)
    code_and_tables_are_copied(chat)
    assert violations(chat.page) == []
    chat.page.evaluate(WITHOUT_CLIPBOARD)  # as on a remote machine over plain HTTP
    code_and_tables_are_copied(chat)
    chat.page.evaluate(WITHOUT_ANY)
    button = chat.page.get_by_role("button", name="Copy code")
    button.click()
    expect(button).to_have_attribute("data-said", "Press Ctrl+C or ⌘C to copy")
    assert chat.page.evaluate("getSelection().toString()") == "print('<1>')"


def code_and_tables_are_copied(chat: Chat) -> None:
    code = chat.page.get_by_role("button", name="Copy code")
    assert copied_by(chat, code) == "print('<1>')"
    assert copied_by(chat, chat.page.get_by_role("button", name="Copy table as Markdown")) == MARKDOWN
    assert copied_by(chat, chat.page.get_by_role("button", name="Copy table as CSV")) == CSV.replace("\r", "")
    expect(code).not_to_have_attribute("data-said", "Copied")


def test_new_api_key_and_invitation_link_are_copied(
    context: BrowserContext, site: Site, session: list[Cookie]
) -> None:
    context.add_cookies(session)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    for path, submit, name in [
        ("keys", "Make a key", "New API key"),
        ("people", "Invite", "Invitation link"),
    ]:
        page.goto(f"{site.url}/settings/{path}/")
        if path == "keys":
            page.get_by_label("What it is for").fill("Reports")
        page.get_by_role("button", name=submit).click()
        field = page.get_by_label(name)
        button = page.get_by_role("button", name="Copy")
        button.click()
        expect(button).to_have_attribute("data-said", "Copied")
        assert page.evaluate("navigator.clipboard.readText()") == field.input_value()
        assert violations(page) == []
