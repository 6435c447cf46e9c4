"""Conversations: created lazily, stored, listed, renamed, pinned, deleted and restored."""

import re

from playwright.sync_api import BrowserContext, Route, expect

from tests.browser.chat import Chat
from tests.browser.projects.scenes import Rest


def test_chat_is_created_on_first_message_and_drafts_are_per_chat(chat: Chat) -> None:
    before = chat.conversations.count()
    chat.composer.fill("word " * 2_001)
    expect(chat.page.get_by_text("10,005 of 10,000 characters")).to_be_visible()
    expect(chat.page.get_by_role("button", name="Send")).to_be_disabled()
    chat.composer.press("Enter")
    expect(chat.bubbles).to_have_count(0)
    chat.say("Hello, a lazy beginning")
    expect(chat.page).to_have_url(re.compile(r"/c/[0-9a-f-]{36}/$"))
    expect(chat.conversations).to_have_count(before + 1)
    expect(chat.row("Hello, a lazy beginning").locator("a")).to_have_attribute("aria-current", "page")
    chat.composer.fill("half a thought")
    address = chat.page.url
    chat.page.keyboard.press("Control+Shift+O")
    expect(chat.page).to_have_url(f"{chat.site.url}/")
    expect(chat.bubbles).to_have_count(0)
    expect(chat.composer).to_have_value("")
    expect(chat.row("Hello, a lazy beginning")).to_be_visible()
    chat.page.goto(address)
    expect(chat.composer).to_have_value("half a thought")


def test_message_link_and_search_open_the_chat_at_the_message(chat: Chat) -> None:
    title, said = "Hello, a chat with a plain title", "The caterer is called Quokka and Sons"
    for words in (title, said, "Hello once more"):
        chat.say(words)
    found = chat.page.locator(".exchange.found .bubble")
    address = chat.page.url
    search_for_quokka(chat)
    expect(found).to_have_text(said)
    chat.new()
    search_for_quokka(chat)
    expect(found).to_have_text(said)
    expect(chat.page.get_by_role("dialog")).to_have_count(0)
    chat.page.goto("about:blank")
    chat.page.goto(f"{address}#s3")
    expect(found).to_have_text(said)
    expect(found).to_be_in_viewport()


def search_for_quokka(chat: Chat) -> None:
    chat.page.keyboard.press("Control+k")
    chat.page.get_by_label("Search chats").last.fill("quokka")
    option = chat.page.get_by_role("option", name="You in Hello, a chat with a plain title")
    expect(option).to_contain_text("called Quokka and Sons")
    chat.page.keyboard.press("Enter")


def test_keys_typed_while_search_loads_are_kept(
    chat: Chat,
) -> None:
    chat.page.context.complaints.expected = ("ERR_FAILED",)
    chat.say("Walruses on the beach")
    chat.new().say("A newer talk, not looked for")
    keys_are_kept_while_the_search_loads(chat)
    keys_are_kept_while_the_choice_of_a_project_loads(chat)
    enter_waits_for_what_is_found(chat)
    a_search_that_cannot_be_loaded_is_told(chat)


def keys_are_kept_while_the_search_loads(chat: Chat) -> None:
    held: list[Route] = []
    chat.page.route("**/js/chat/sidebar/search*.js", lambda route: held.append(route), times=1)
    with chat.page.expect_request("**/js/chat/sidebar/search*.js"):
        chat.page.keyboard.press("Control+k")
        chat.page.keyboard.type("walruses")
        chat.page.keyboard.press("Enter")
    expect(chat.page.get_by_role("combobox", name="Search chats")).to_have_value("walruses")
    held[0].continue_()
    expect(chat.page.locator("h1")).to_contain_text("Walruses on the beach")
    expect(chat.composer).to_have_value("")


def keys_are_kept_while_the_choice_of_a_project_loads(chat: Chat) -> None:
    held: list[Route] = []
    chat.page.route("**/js/chat/side_panel/focus_choice*.js", lambda route: held.append(route), times=1)
    with chat.page.expect_request("**/js/chat/side_panel/focus_choice*.js"):
        chat.page.locator("header.top").get_by_role("button", name="About:").press("Enter")
        chat.page.keyboard.type("every")
    expect(chat.page.get_by_role("combobox", name="What is this chat about?")).to_have_value("every")
    held[0].continue_()
    expect(chat.page.get_by_role("option")).to_have_count(1)
    expect(chat.page.get_by_role("option")).to_contain_text("Everything")
    chat.page.keyboard.press("Escape")


def enter_waits_for_what_is_found(chat: Chat) -> None:
    held: list[Route] = []
    chat.page.keyboard.press("Control+k")
    expect(chat.page.get_by_role("option").first).to_contain_text("A newer talk")
    chat.page.route("**/api/v1/conversations/?search=*", lambda route: held.append(route), times=1)
    with chat.page.expect_request("**/api/v1/conversations/?search=*"):
        chat.page.get_by_label("Search chats").last.fill("walruses")
    chat.page.keyboard.press("Enter")
    expect(chat.page.get_by_role("dialog")).to_be_visible()
    held[0].continue_()
    expect(chat.page.get_by_role("dialog")).to_have_count(0)
    expect(chat.page.locator("h1")).to_contain_text("Walruses on the beach")


def a_search_that_cannot_be_loaded_is_told(chat: Chat) -> None:
    chat.new()
    chat.page.route("**/js/chat/sidebar/search*.js", lambda route: route.abort(), times=1)
    chat.page.keyboard.press("Control+k")
    expect(chat.page.locator(".toast")).to_contain_text("There is no connection.")
    expect(chat.page.get_by_role("dialog")).to_have_count(0)


def test_rename_and_pin_persist_in_all_views(chat: Chat) -> None:
    chat.say("A title to be replaced")
    chat.actions_of("A title to be replaced", "Rename")
    chat.page.get_by_role("textbox", name="Title").fill("Something else")
    chat.page.keyboard.press("Escape")
    expect(chat.row("A title to be replaced")).to_be_visible()
    chat.actions_of("A title to be replaced", "Rename")
    chat.page.get_by_role("textbox", name="Title").fill("Quarterly plan")
    with chat.stored("PATCH"):
        chat.page.keyboard.press("Enter")
    expect(chat.row("Quarterly plan")).to_be_visible()
    expect(chat.page.locator("h1")).to_have_text("Quarterly plan")
    with chat.stored("PATCH"):
        chat.actions_of("Quarterly plan", "Pin")
    expect(chat.page.locator("#conversation-groups h2").first).to_have_text("Pinned")
    chat.reload()
    expect(chat.page.locator("h1")).to_have_text("Quarterly plan")
    expect(chat.page.locator("#conversation-groups ul").first).to_contain_text("Quarterly plan")


def test_archived_and_deleted_conversations_can_be_restored(chat: Chat) -> None:
    chat.page.context.complaints.expected = ("404", "ERR_FAILED")
    title = "Fetch me back, whatever happens"
    chat.say(title)
    address = chat.page.url
    archive(chat, title)
    bring_back(chat, title)
    delete_and_undo(chat, title)
    chat.reload()
    chat.row(title).locator("a").click()
    expect(chat.bubbles).to_have_text([title])
    chat.page.get_by_role("button", name="Conversation actions").click()
    chat.page.get_by_role("menuitem", name="Delete").click()  # while it is open
    expect(chat.page).to_have_url(f"{chat.site.url}/")
    expect(chat.row(title)).to_have_count(0)
    expect(chat.page.get_by_role("button", name="Undo", exact=True)).to_be_visible()
    answer = chat.page.goto(address)
    assert answer is not None and answer.status == 404
    expect(chat.page.get_by_role("heading", name="There is nothing here")).to_be_visible()


def archive(chat: Chat, title: str) -> None:
    chat.actions_of(title, "Archive")
    expect(chat.row(title)).to_have_count(0)
    expect(chat.page.get_by_text("Archived “Fetch me")).to_be_visible()  # so the server knows it, too
    chat.reload()
    expect(chat.page.locator(".top").get_by_text("Archived")).to_be_visible()
    expect(chat.row(title)).to_have_count(0)
    chat.page.keyboard.press("Control+k")
    chat.page.get_by_label("Search chats").last.fill("fetch me back")
    expect(chat.page.get_by_role("option").first).to_contain_text("archived")


def bring_back(chat: Chat, title: str) -> None:
    chat.open("/archive/")
    chat.page.get_by_role("button", name="Bring back Fetch me").click()
    expect(chat.page.get_by_text("is in your list again")).to_be_visible()
    chat.new()
    expect(chat.row(title)).to_be_visible()


def delete_and_undo(chat: Chat, title: str) -> None:
    """The first undo fails with a message, and can be retried."""
    chat.actions_of(title, "Delete")
    expect(chat.row(title)).to_have_count(0)
    chat.page.route("**/restore/", lambda route: route.abort(), times=1)
    chat.page.get_by_role("button", name="Undo", exact=True).click()
    expect(chat.page.get_by_text("There is no connection.")).to_be_visible()
    chat.page.get_by_role("button", name="Try again").click()
    expect(chat.row(title)).to_have_count(1)


def test_two_tabs_update_live_and_a_row_keeps_the_focus(chat: Chat, context: BrowserContext) -> None:
    chat.say("Begun in the first tab")
    other = chat.other_tab()
    other.say("Said in the second tab")
    expect(chat.bubbles).to_have_text(["Begun in the first tab", "Said in the second tab"])
    expect(chat.answers).to_have_count(2)
    said = other.answer.locator(".prose").inner_text()
    expect(chat.finished().locator(".prose")).to_have_text(said, use_inner_text=True)
    chat.actions_of("Begun in the first tab", "Rename")
    chat.page.get_by_role("textbox", name="Title").fill("Seen in both")
    chat.page.keyboard.press("Enter")
    expect(other.row("Seen in both")).to_be_visible()
    other.new().say("Another talk goes on meanwhile")
    expect(chat.row("Another talk goes on meanwhile")).to_be_visible()
    button = chat.row("Seen in both").get_by_role("button")
    button.focus()
    rename(other, "A talk of another name")
    expect(chat.row("A talk of another name")).to_be_visible()
    expect(button).to_be_focused()
    chat.row("Seen in both").locator("a").hover()
    chat.page.mouse.down()
    rename(other, "A talk of yet another name")
    expect(chat.row("A talk of yet another name")).to_be_visible()
    with chat.page.expect_navigation():
        chat.page.mouse.up()


def rename(chat: Chat, title: str) -> None:
    """Rename the open conversation, without its page."""
    path = chat.page.url.split("/c/")[1]
    Rest(chat.page, chat.site).send("PATCH", f"conversations/{path}", title=title)
