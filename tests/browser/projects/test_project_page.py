"""A project's page: its tree, lists and board, updated by changes in other tabs."""

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


def test_list_history_and_trash_update_live(
    page: Page, tab: Callable[[], Page], project: Project, rest: Rest
) -> None:
    listed, history, trash = page, tab(), tab()
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


DROP = """(files) => {
    const carried = new DataTransfer();
    for (const [name, text] of files) carried.items.add(new File([text], name));
    for (const type of ["dragover", "drop"]) {
        document.querySelector("#tree").dispatchEvent(
            new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true }));
    }
}"""


def test_documents_are_moved_added_and_imported_in_the_tree(page: Page, project: Project) -> None:
    page.goto(project.url)
    move_by_keys(page, project)
    node(page, BRIEF).drag_to(node(page, MARKET))
    stored(project, CONTEXT, MARKET, BELOW, f"{MARKET} / {BRIEF}")
    expect(node(page, BRIEF)).to_have_attribute("aria-level", "2")
    delete_and_undo(page)
    stored(project, CONTEXT, MARKET, BELOW, f"{MARKET} / {BRIEF}")
    add_and_rename(page)
    import_by_menu(page)
    stored(project, CONTEXT, MARKET, BELOW, f"{MARKET} / {BRIEF}", "People of the press", "Notes")
    import_by_dropping(page)


def move_by_keys(page: Page, project: Project) -> None:
    """Move a document up, into the one above, and out again."""
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


def delete_and_undo(page: Page) -> None:
    node(page, "Interviews").focus()
    page.keyboard.press("Delete")
    expect(node(page, "Interviews")).to_have_count(0)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(node(page, "Interviews")).to_be_visible()


def add_and_rename(page: Page) -> None:
    page.get_by_role("button", name="Add a document").click()
    page.keyboard.type("Press list")
    page.keyboard.press("Enter")
    expect(node(page, "Press list")).to_be_focused()
    page.keyboard.press("F2")
    page.keyboard.type("People of the press")
    page.keyboard.press("Enter")
    expect(node(page, "People of the press")).to_be_visible()


def import_by_menu(page: Page) -> None:
    page.get_by_role("button", name="Project actions").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Import files").click()
    chooser.value.set_files([{"name": "Notes.md", "mimeType": "text/markdown", "buffer": b"# Notes"}])
    expect(node(page, "Notes")).to_be_visible()


def import_by_dropping(page: Page) -> None:
    """Drop a table and a file that can't be imported on the tree."""
    page.evaluate(DROP, [["Prices.csv", "Plan,Price\nTeam,12"], ["photo.heic", "x"]])
    expect(node(page, "Prices")).to_be_visible()
    told = page.get_by_role("status").filter(has_text="photo.heic")
    expect(told).to_contain_text("1 document imported.")
    expect(told).to_contain_text("photo.heic isn't supported. You can import Markdown, text, CSV, Excel")
    expect(page.locator(".page.over")).to_have_count(0)
    node(page, "Prices").click()
    expect(page.locator(".prose table")).to_contain_text("Team")


def test_two_tabs_sync_changes_and_keep_typed_text(
    page: Page, tab: Callable[[], Page], project: Project, rest: Rest
) -> None:
    mine, theirs = page, tab()
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
    title = "Ask three customers for a quote"
    theirs.get_by_role("listitem").filter(has_text=title).drag_to(theirs.locator("[data-state=done]"))
    expect(theirs.get_by_role("list", name="Done").get_by_role("link", name=title)).to_be_visible()
    until(lambda: project.entity(title)["state"] == "done")
    rest.send("PATCH", f"projects/{project.id}/", name="Summer launch")
    for one in (mine, theirs):
        expect(one.get_by_role("heading", name="Summer launch")).to_be_visible()
    expect(add).to_have_value("Half a thou")
    expect(mine.locator("#recent")).to_contain_text("Summer launch")


def test_project_page_shows_conflicts_and_wraps_long_words(page: Page, project: Project, rest: Rest) -> None:
    page.context.complaints.expected = ("409",)
    page.goto(project.url)
    word = "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik" * 3
    facts = {"priority": 1, "due_on": "2026-01-01", "fields": {"assignee": word}}
    rest.make(project.id, "entities", kind="task", title=word, **facts)
    expect(page.locator("#work").get_by_role("link", name=word)).to_be_visible()
    expect(page.locator("#work").get_by_title("Assigned to")).to_have_text(word)
    for width in (320, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

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

    state = page.get_by_label("State of Draft the launch page")
    expect(state).to_have_value("in_progress")
    page.route("**/api/v1/entities/**", lambda route: _after_another(route, rest, project))
    state.select_option("done")
    expect(page.get_by_role("status").filter(has_text="is at version")).to_be_visible()
    expect(state).to_have_value("blocked")


def _after_another(route: Route, rest: Rest, project: Project) -> None:
    """Store somebody else's change just before this one."""
    rest.send("PATCH", f"entities/{project.ids['Draft the launch page']}/", state="blocked")
    route.continue_()
