"""The page of a project: its tree, its lists and board, and what other tabs do while it is open."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.accessibility import violations
from tests.browser.projects.conftest import Project
from tests.browser.projects.scenes import Rest
from tests.waiting import until

CONTEXT, MARKET, BRIEF = "Project context", "Market research", "Launch brief"
BELOW = f"{MARKET} / Interviews"


def node(page: Page, title: str) -> Locator:
    """A document in the tree."""
    return page.get_by_role("treeitem", name=title, exact=True)


def stored(project: Project, *outline: str) -> None:
    until(lambda: project.outline == list(outline))


def test_documents_move_by_keys_and_stay_in_focus(tab: Callable[[], Page], project: Project) -> None:
    page = tab()
    page.goto(project.url)
    node(page, BRIEF).focus()
    page.keyboard.press("Alt+ArrowUp")
    stored(project, CONTEXT, BRIEF, MARKET, BELOW)
    expect(node(page, BRIEF)).to_have_attribute("aria-posinset", "2")
    expect(node(page, BRIEF)).to_be_focused()
    page.keyboard.press("Alt+ArrowRight")
    stored(project, CONTEXT, f"{CONTEXT} / {BRIEF}", MARKET, BELOW)
    expect(node(page, BRIEF)).to_have_attribute("aria-level", "2")
    expect(node(page, BRIEF)).to_be_focused()
    page.keyboard.press("Alt+ArrowLeft")
    stored(project, CONTEXT, BRIEF, MARKET, BELOW)


def test_documents_move_by_dragging_and_come_back_when_a_deletion_is_undone(
    tab: Callable[[], Page], project: Project
) -> None:
    page = tab()
    page.goto(project.url)
    node(page, BRIEF).drag_to(node(page, MARKET))
    stored(project, CONTEXT, MARKET, BELOW, f"{MARKET} / {BRIEF}")
    expect(node(page, BRIEF)).to_have_attribute("aria-level", "2")
    node(page, "Interviews").focus()
    page.keyboard.press("Delete")
    expect(node(page, "Interviews")).to_have_count(0)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(node(page, "Interviews")).to_be_visible()
    stored(project, CONTEXT, MARKET, BELOW, f"{MARKET} / {BRIEF}")


def test_documents_are_added_renamed_and_imported(tab: Callable[[], Page], project: Project) -> None:
    page = tab()
    page.goto(project.url)
    page.get_by_role("button", name="Add a document").click()
    page.keyboard.type("Press list")
    page.keyboard.press("Enter")
    expect(node(page, "Press list")).to_be_focused()
    page.keyboard.press("F2")
    page.keyboard.type("People of the press")
    page.keyboard.press("Enter")
    expect(node(page, "People of the press")).to_be_visible()
    page.get_by_role("button", name="Project actions").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Import files").click()
    chooser.value.set_files([{"name": "Notes.md", "mimeType": "text/markdown", "buffer": b"# Notes"}])
    expect(node(page, "Notes")).to_be_visible()
    stored(project, CONTEXT, MARKET, BELOW, BRIEF, "People of the press", "Notes")


DROP = """(files) => {
    const carried = new DataTransfer();
    for (const [name, text] of files) carried.items.add(new File([text], name));
    for (const type of ["dragover", "drop"]) {
        document.querySelector("#tree").dispatchEvent(
            new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true }));
    }
}"""


def test_dropped_files_are_imported_and_what_cannot_be_is_named(
    tab: Callable[[], Page], project: Project
) -> None:
    page = tab()
    page.goto(project.url)
    expect(node(page, MARKET)).to_be_visible()
    page.evaluate(DROP, [["Prices.csv", "Plan,Price\nTeam,12"], ["photo.heic", "x"]])
    expect(node(page, "Prices")).to_be_visible()
    told = page.get_by_role("status").filter(has_text="1 document imported.")
    expect(told).to_contain_text("photo.heic isn't supported. You can import Markdown, text, CSV, Excel")
    expect(page.locator(".page.over")).to_have_count(0)
    node(page, "Prices").click()
    expect(page.locator(".prose table")).to_contain_text("Team")


def test_two_tabs_see_each_others_changes_and_keep_what_is_typed(
    tab: Callable[[], Page], project: Project, rest: Rest
) -> None:
    mine, theirs = tab(), tab()
    mine.goto(project.url)
    theirs.goto(f"{project.url}#board")
    add = mine.get_by_label("Add a task", exact=True)
    add.fill("Rent a stage !2 by 2027-04-01")
    add.press("Enter")
    card = theirs.get_by_role("list", name="To do").get_by_role("link", name="Rent a stage")
    expect(card).to_be_visible()
    add.fill("Half a thou")
    card.focus()
    theirs.keyboard.press("Alt+ArrowRight")
    expect(mine.get_by_label("State of Rent a stage")).to_have_value("in_progress")
    expect(
        theirs.get_by_role("list", name="In progress").get_by_role("link", name="Rent a stage")
    ).to_be_focused()
    rest.send("PATCH", f"projects/{project.id}/", name="Summer launch")
    for page in (mine, theirs):
        expect(page.get_by_role("heading", name="Summer launch")).to_be_visible()
    expect(add).to_have_value("Half a thou")
    expect(mine.locator("#recent")).to_contain_text("Summer launch")


def test_no_word_is_too_long_for_the_page(tab: Callable[[], Page], project: Project, rest: Rest) -> None:
    word = "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik" * 3
    rest.make(project.id, "entities", kind="task", title=word, priority=1, due_on="2026-01-01")
    page = tab()
    for width in (320, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(project.url)
        expect(page.locator("#work").get_by_role("link", name=word)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_cards_are_dragged_to_another_column(tab: Callable[[], Page], project: Project) -> None:
    page = tab()
    page.goto(f"{project.url}#board")
    title = "Ask three customers for a quote"
    page.get_by_role("listitem").filter(has_text=title).drag_to(page.locator("[data-state=done]"))
    expect(page.get_by_role("list", name="Done").get_by_role("link", name=title)).to_be_visible()
    until(lambda: project.entity(title)["state"] == "done")


def test_a_choice_that_somebody_was_faster_with_is_told_and_not_shown_as_done(
    tab: Callable[[], Page], project: Project, rest: Rest
) -> None:
    page = tab()
    page.context.complaints.expected = ("409",)
    page.goto(project.url)
    state = page.get_by_label("State of Draft the launch page")
    expect(state).to_have_value("in_progress")
    page.route("**/api/v1/entities/**", lambda route: _after_another(route, rest, project))
    state.select_option("done")
    expect(page.get_by_role("status").filter(has_text="is at version")).to_be_visible()
    expect(state).to_have_value("blocked")


def _after_another(route: Route, rest: Rest, project: Project) -> None:
    """Let somebody else's change be stored just before this one."""
    rest.send("PATCH", f"entities/{project.ids['Draft the launch page']}/", state="blocked")
    route.continue_()


def test_the_list_the_history_and_the_trash_follow_what_happens(
    tab: Callable[[], Page], project: Project, rest: Rest
) -> None:
    listed, history, trash = tab(), tab(), tab()
    listed.goto(project.url.removesuffix(f"{project.id}/"))
    history.goto(f"{project.url}history/")
    trash.goto(f"{project.url}trash/")
    line = listed.locator(f"tr[data-id='{project.id}']")
    line.get_by_role("link").focus()
    button = history.get_by_role("button", name="Undo: Write to the press list")
    button.focus()
    rest.send("DELETE", f"entities/{project.ids['Write to the press list']}/")
    expect(history.locator("#rows > li").first).to_contain_text("deleted the task Write to the press list")
    expect(button.last).to_be_focused()
    expect(line.get_by_role("cell").nth(2)).to_have_text("4")
    expect(line.get_by_role("link")).to_be_focused()

    expect(trash.locator("#rows")).to_contain_text("Task, deleted by Maya")
    assert violations(trash) == []
    trash.get_by_role("button", name="Restore Write to the press list").click()
    expect(trash.get_by_role("status").filter(has_text="It is back.")).to_be_visible()
    expect(trash.locator("#rows")).to_contain_text("Nothing was deleted here.")
    expect(line.get_by_role("cell").nth(2)).to_have_text("5")

    made = rest.send("POST", "projects/", name="Autumn fair")
    expect(listed.get_by_role("link", name="Autumn fair")).to_be_visible()
    rest.send("DELETE", f"projects/{made['id']}/")
    expect(listed.get_by_role("button", name="Restore Autumn fair")).to_be_visible()


def test_search_by_meaning_says_what_it_needs(tab: Callable[[], Page], project: Project) -> None:
    page = tab()
    page.goto(project.url)
    page.get_by_role("button", name="Project actions").click()
    page.get_by_role("menuitem", name="Search by meaning").click()
    dialog = page.get_by_role("dialog", name="Search by meaning")
    expect(dialog).to_contain_text("reads every text of this project")
    expect(dialog.get_by_role("button", name="Turn it on")).to_be_disabled()
    expect(dialog.get_by_role("button", name="Turn it on")).to_have_accessible_description(
        re.compile("There is no model for it here")
    )
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
