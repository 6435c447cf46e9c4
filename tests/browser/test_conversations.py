"""Conversations as things: begun lazily, kept, listed, renamed, pinned, deleted and brought back."""

import re

from playwright.sync_api import BrowserContext, Route, expect

from tests.browser.chat import Chat


def test_a_new_chat_exists_only_once_something_is_said(chat: Chat) -> None:
    before = chat.conversations.count()
    chat.new()
    expect(chat.conversations).to_have_count(before)
    chat.say("Hello, a lazy beginning")
    expect(chat.page).to_have_url(re.compile(r"/c/[0-9a-f-]{36}/$"))
    expect(chat.row("Hello, a lazy beginning").locator("a")).to_have_attribute("aria-current", "page")
    chat.page.keyboard.press("Control+Shift+O")
    expect(chat.page).to_have_url(f"{chat.site.url}/")
    expect(chat.bubbles).to_have_count(0)
    expect(chat.row("Hello, a lazy beginning")).to_be_visible()


def test_a_link_to_one_message_opens_the_conversation_there(chat: Chat) -> None:
    for number in range(4):
        chat.say(f"Message number {number}: hello")
    place = chat.page.url
    chat.page.goto("about:blank")
    chat.page.goto(f"{place}#s3")
    expect(chat.page.locator(".exchange.found .bubble")).to_have_text("Message number 1: hello")
    expect(chat.page.locator(".exchange.found .bubble")).to_be_in_viewport()


def test_a_rename_stays_and_shows_everywhere(chat: Chat) -> None:
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
    chat.reload()
    expect(chat.page.locator("h1")).to_have_text("Quarterly plan")


def test_a_pinned_conversation_stands_above_the_days(chat: Chat) -> None:
    chat.say("Pin me to the top")
    with chat.stored("PATCH"):
        chat.actions_of("Pin me to the top", "Pin")
    expect(chat.page.locator("#conversation-groups h2").first).to_have_text("Pinned")
    chat.reload()
    expect(chat.page.locator("#conversation-groups ul").first).to_contain_text("Pin me to the top")


def test_a_deleted_conversation_can_be_brought_back(chat: Chat) -> None:
    title = "Delete me, then regret it"
    chat.say(title)
    address = chat.page.url
    chat.new()
    chat.actions_of(title, "Delete")
    expect(chat.row(title)).to_have_count(0)
    chat.page.get_by_role("button", name="Undo", exact=True).click()
    expect(chat.row(title)).to_have_count(1)
    chat.reload()
    chat.row(title).locator("a").click()
    expect(chat.bubbles).to_have_text([title])
    chat.page.get_by_role("button", name="Conversation actions").click()
    chat.page.get_by_role("menuitem", name="Delete").click()  # while it is open
    expect(chat.page).to_have_url(f"{chat.site.url}/")
    expect(chat.row(title)).to_have_count(0)
    expect(chat.page.get_by_role("button", name="Undo", exact=True)).to_be_visible()
    chat.page.context.complaints.expected = ("404",)
    answer = chat.page.goto(address)
    assert answer is not None and answer.status == 404
    expect(chat.page.get_by_role("heading", name="There is nothing here")).to_be_visible()


def test_an_undo_that_fails_is_told_and_can_be_tried_again(chat: Chat, context: BrowserContext) -> None:
    context.complaints.expected = ("ERR_FAILED",)
    chat.say("Delete me, while the network is away")
    chat.new()
    chat.actions_of("Delete me, while the network is away", "Delete")
    chat.page.route("**/restore/", lambda route: route.abort(), times=1)
    chat.page.get_by_role("button", name="Undo").click()
    expect(chat.page.get_by_text("There is no connection.")).to_be_visible()
    chat.page.get_by_role("button", name="Try again").click()
    expect(chat.row("Delete me, while the network is away")).to_have_count(1)


def test_a_row_keeps_the_focus_while_the_list_changes(chat: Chat, context: BrowserContext) -> None:
    chat.say("Look at my menu")
    button = chat.row("Look at my menu").get_by_role("button")
    button.focus()
    other = Chat(context.new_page(), chat.site).new()
    other.say("Another talk goes on meanwhile")
    expect(chat.row("Another talk goes on meanwhile")).to_be_visible()
    expect(button).to_be_focused()


def test_an_archived_conversation_leaves_the_list_and_comes_back(chat: Chat) -> None:
    chat.say("Archive me and fetch me back")
    chat.actions_of("Archive me and fetch me back", "Archive")
    expect(chat.row("Archive me and fetch me back")).to_have_count(0)
    expect(chat.page.get_by_text("Archived “Archive me")).to_be_visible()  # so the server knows it, too
    chat.reload()
    expect(chat.page.locator(".top").get_by_text("Archived")).to_be_visible()
    expect(chat.row("Archive me and fetch me back")).to_have_count(0)
    chat.page.keyboard.press("Control+k")
    chat.page.get_by_label("Search chats").last.fill("archive me")
    expect(chat.page.get_by_role("option").first).to_contain_text("archived")
    chat.open("/archive/")
    chat.page.get_by_role("button", name="Bring back Archive me").click()
    expect(chat.page.get_by_text("is in your list again")).to_be_visible()
    chat.new()
    expect(chat.row("Archive me and fetch me back")).to_be_visible()


def test_a_message_that_is_too_long_is_kept_and_told(chat: Chat) -> None:
    chat.composer.fill("word " * 2_001)
    expect(chat.page.get_by_text("10,005 of 10,000 characters")).to_be_visible()
    expect(chat.page.get_by_role("button", name="Send")).to_be_disabled()
    chat.composer.press("Enter")
    expect(chat.bubbles).to_have_count(0)


def test_keys_pressed_while_the_search_is_still_loading_are_not_lost(chat: Chat) -> None:
    chat.say("Lemurs in the annual budget")
    chat.new()
    held: list[Route] = []
    chat.page.route("**/js/chat/sidebar/search*.js", lambda route: held.append(route))
    with chat.page.expect_request("**/js/chat/sidebar/search*.js"):
        chat.page.keyboard.press("Control+k")
        chat.page.keyboard.type("lemurs")
        chat.page.keyboard.press("Enter")
    expect(chat.page.get_by_role("combobox", name="Search chats")).to_have_value("lemurs")
    held[0].continue_()
    expect(chat.page.locator("h1")).to_contain_text("Lemurs in the annual budget")
    expect(chat.composer).to_have_value("")


def test_a_project_is_chosen_by_keys_pressed_while_the_choice_is_still_loading(chat: Chat) -> None:
    held: list[Route] = []
    chat.page.route("**/js/chat/side_panel/focus_choice*.js", lambda route: held.append(route))
    with chat.page.expect_request("**/js/chat/side_panel/focus_choice*.js"):
        chat.page.locator("header.top").get_by_role("button", name="About:").press("Enter")
        chat.page.keyboard.type("every")
    expect(chat.page.get_by_role("combobox", name="What is this chat about?")).to_have_value("every")
    held[0].continue_()
    expect(chat.page.get_by_role("option")).to_have_count(1)
    expect(chat.page.get_by_role("option")).to_contain_text("Everything")


def test_a_search_that_cannot_be_loaded_gives_way_to_a_word_about_it(chat: Chat) -> None:
    chat.page.context.complaints.expected = ("ERR_FAILED",)
    chat.page.route("**/js/chat/sidebar/search*.js", lambda route: route.abort())
    chat.page.keyboard.press("Control+k")
    expect(chat.page.locator(".toast")).to_contain_text("There is no connection.")
    expect(chat.page.get_by_role("dialog")).to_have_count(0)


def test_enter_chooses_nothing_that_was_found_for_other_words(chat: Chat) -> None:
    chat.say("Walruses on the beach")
    chat.say("Hello")
    chat.new().say("A newer talk, not looked for")
    expect(chat.row("A newer talk, not looked for")).to_be_visible()
    held: list[Route] = []
    chat.page.route("**/api/v1/conversations/?search=*", lambda route: held.append(route))
    chat.page.keyboard.press("Control+k")
    expect(chat.page.get_by_role("option").first).to_contain_text("A newer talk")
    with chat.page.expect_request("**/api/v1/conversations/?search=*"):
        chat.page.get_by_label("Search chats").last.fill("walruses")
    chat.page.keyboard.press("Enter")
    expect(chat.page.get_by_role("dialog")).to_be_visible()
    held[0].continue_()
    expect(chat.page.locator("h1")).to_contain_text("Walruses on the beach")


def test_search_finds_what_was_said_and_opens_it_there(chat: Chat) -> None:
    chat.say("Hello, a chat with a plain title")
    chat.say("The caterer is called Quokka and Sons")
    for opened_from in ("elsewhere", "the very page"):
        if opened_from == "elsewhere":
            chat.new()
        chat.page.keyboard.press("Control+k")
        chat.page.get_by_label("Search chats").last.fill("quokka")
        said = chat.page.get_by_role("option", name="You in Hello, a chat with a plain title")
        expect(said).to_contain_text("called Quokka and Sons")
        chat.page.keyboard.press("Enter")
        expect(chat.page.locator(".exchange.found .bubble")).to_have_text(
            "The caterer is called Quokka and Sons"
        )
        expect(chat.page.get_by_role("dialog")).to_have_count(0)


def test_what_is_half_written_waits_in_its_conversation(chat: Chat) -> None:
    chat.say("A conversation with a draft")
    chat.composer.fill("half a thought")
    address = chat.page.url
    chat.new()
    expect(chat.composer).to_have_value("")
    chat.page.goto(address)
    expect(chat.composer).to_have_value("half a thought")


def test_two_tabs_show_the_same_thing_as_it_happens(chat: Chat) -> None:
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
