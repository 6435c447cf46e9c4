"""Files in the chat: attached by button, drop and paste; shown, downloaded, kept over a reload."""

from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import violations
from tests.browser.chat import Chat

CSV = b"project,owner\nApollo,Maya\n"
_DROP = """files => {
    const carried = new DataTransfer();
    for (const [name, text] of files) carried.items.add(new File([text], name));
    const event = kind => new DragEvent(kind, {dataTransfer: carried, bubbles: true, cancelable: true});
    document.body.dispatchEvent(event("dragover"));
    const marked = document.getElementById("composer-note").textContent === "Let go to attach";
    document.body.dispatchEvent(event("drop"));
    return marked;
}"""
_PASTE = """([name, text]) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], name));
    document.getElementById("say").dispatchEvent(
        new ClipboardEvent("paste", {clipboardData: carried, bubbles: true, cancelable: true}));
}"""


def held(chat: Chat):
    return chat.page.get_by_role("list", name="Files for this message").get_by_role("listitem")


def attach(chat: Chat, *files: tuple[str, bytes]) -> None:
    """Choose files by the button, and wait until each is attached or refused."""
    before = held(chat).count()
    choose(chat, *files)
    expect(held(chat)).to_have_count(before + len(files))
    expect(chat.page.locator(".held > .live")).to_have_count(0)


def choose(chat: Chat, *files: tuple[str, bytes]) -> None:
    chosen = [{"name": name, "mimeType": "", "buffer": content} for name, content in files]
    with chat.page.expect_file_chooser() as chooser:
        chat.page.get_by_role("button", name="Attach files").click()
    chooser.value.set_files(chosen)


def attached(chat: Chat):
    return chat.page.get_by_role("list", name="Attached files").last.get_by_role("link")


def downloaded(page: Page, link) -> tuple[str, bytes]:
    with page.expect_download() as download:
        link.click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_attached_file_is_sent_and_a_refused_one_is_not(chat: Chat) -> None:
    chat.page.context.complaints.expected = ("415",)
    attach(chat, ("open points.csv", CSV))
    expect(held(chat)).to_contain_text(["open points.csv"])
    expect(chat.composer).to_have_attribute("placeholder", "What is to be done with it?")
    chat.say("What is this about?")
    expect(held(chat)).to_have_count(0)
    expect(attached(chat)).to_have_text(["open points.csv26 B"])
    other = chat.other_tab()
    assert downloaded(other.page, attached(other)) == ("open points.csv", CSV)
    attach(chat, ("page.html", b"<p>"), ("good.csv", CSV))
    expect(chat.page.get_by_role("alert")).to_contain_text("page.html is not attached. Files of this type")
    expect(held(chat)).to_have_count(2)
    assert violations(chat.page) == []
    chat.say("Look at it")
    expect(attached(chat)).to_contain_text(["good.csv"])
    expect(attached(other)).to_contain_text(["good.csv"])


def test_files_are_dropped_and_pasted_and_long_names_fit(chat: Chat) -> None:
    assert chat.page.evaluate(_DROP, [["dropped.csv", "a\n1\n"], ["notes.md", "# Hi"]])
    chat.page.evaluate(_PASTE, ["pasted.txt", "Hello"])
    expect(held(chat)).to_contain_text(["dropped.csv", "notes.md", "pasted.txt"])
    expect(chat.page.locator(".held > .live")).to_have_count(0)
    chat.say("Keep these")
    expect(attached(chat)).to_contain_text(["dropped.csv", "notes.md", "pasted.txt"])
    chat.page.set_viewport_size({"width": 390, "height": 844})
    name = "a_very_long_name_without_any_space_" * 3 + ".csv"
    attach(chat, (name, CSV))
    chat.say("Here it is")
    attach(chat, (name, CSV))
    expect(attached(chat)).to_have_count(1)
    for width in (390, 1440):
        chat.page.set_viewport_size({"width": width, "height": 844})
        assert chat.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_message_waits_for_its_files_and_an_eleventh_is_refused(chat: Chat) -> None:
    a_message_waits_for_what_holds_its_files(chat)
    by_keyboard_a_file_is_removed(chat)
    nothing_is_sent_while_a_file_is_on_its_way(chat)
    chat.reload()
    attach(chat, *[(f"{number}.txt", b"x") for number in range(11)])
    expect(chat.page.get_by_role("alert")).to_have_text(
        "10.txt is not attached. A message takes 10 files at most."
    )
    expect(held(chat).locator("visible=true")).to_have_count(11)
    chat.reload()
    chat.page.evaluate(
        """() => {
            const carried = new DataTransfer();
            carried.items.add(new File([new Uint8Array(20 * 2 ** 20 + 1)], "large.txt"));
            document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: carried, bubbles: true}));
        }"""
    )
    expect(chat.page.get_by_role("alert")).to_have_text("large.txt is not attached. A file is at most 20 MB.")


def a_message_waits_for_what_holds_its_files(chat: Chat) -> None:
    """The files were chosen before the module has loaded."""
    held_back: list[Route] = []
    chat.page.route("**/js/chat/composer/attachments*.js", lambda route: held_back.append(route), times=1)
    chat.composer.fill("With a file")
    with chat.page.expect_request("**/js/chat/composer/attachments*.js"):
        choose(chat, ("early.csv", CSV))
    chat.composer.press("Enter")
    expect(chat.composer).to_have_value("With a file")
    expect(chat.page.get_by_role("button", name="Send")).to_be_disabled()
    held_back[0].continue_()
    expect(held(chat)).to_contain_text(["early.csv"])
    expect(chat.page.get_by_role("button", name="Send")).to_be_enabled()
    chat.composer.press("Enter")
    expect(attached(chat)).to_contain_text(["early.csv"])
    chat.finished()


def by_keyboard_a_file_is_removed(chat: Chat) -> None:
    attach(chat, ("wrong.csv", CSV))
    expect(held(chat)).to_contain_text(["wrong.csv"])
    chat.composer.fill("Never mind")
    with chat.page.expect_response(lambda response: response.request.method == "DELETE") as erased:
        chat.page.get_by_role("button", name="Remove wrong.csv").press("Enter")
    assert erased.value.status == 204
    expect(held(chat)).to_have_count(0)
    expect(chat.composer).to_be_focused()


def nothing_is_sent_while_a_file_is_on_its_way(chat: Chat) -> None:
    on_its_way: list[Route] = []
    chat.page.route("**/api/v1/files/", lambda route: on_its_way.append(route), times=1)
    with chat.page.expect_request("**/api/v1/files/"):
        choose(chat, ("slow.csv", CSV))
    expect(held(chat)).to_contain_text(["slow.csv"])
    expect(chat.page.get_by_role("button", name="Send")).to_be_disabled()
    expect(chat.page.get_by_text("Uploading", exact=True)).to_be_visible()
    on_its_way[0].continue_()
    expect(chat.page.get_by_role("button", name="Send")).to_be_enabled()
    expect(chat.page.get_by_text("Uploading", exact=True)).to_have_count(0)
