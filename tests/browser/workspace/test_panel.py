"""The panel beside a chat: its project, live, and recent changes with Undo."""

from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.accessibility import violations
from tests.browser.chat import Chat
from tests.browser.profile import LOOKS
from tests.browser.projects.scenes import Rest
from tests.browser.workspace.scenes import conversation_of, panel, show_panel

SIGNS = "Order the printed signs"


def about(chat: Chat) -> Locator:
    """The header's chip with the chat's focus."""
    return chat.page.locator("header.top").get_by_role("button", name="About:")


def focus_of(chat: Chat, rest: Rest) -> Any:
    return rest.get(f"{conversation_of(chat)}focus/")


def test_chosen_project_updates_live_and_changes_are_undone(
    chat: Chat, rest: Rest, project: dict[str, Any]
) -> None:
    expect(about(chat)).to_have_accessible_name("About: Everything")
    about(chat).click()
    expect(chat.page.get_by_role("combobox", name="What is this chat about?")).to_be_focused()
    chat.page.keyboard.type("spring la")
    expect(chat.page.get_by_role("option", name="Spring launch Project")).to_have_attribute(
        "aria-selected", "true"
    )
    chat.page.keyboard.press("Enter")
    expect(about(chat)).to_have_accessible_name("About: Spring launch")
    chat.page.get_by_role("button", name="Show panel").click()
    expect(panel(chat).get_by_role("link", name="Market research")).to_be_visible()

    answer = chat.say(f"Add a task: {SIGNS.lower()}")
    expect(answer.get_by_role("list", name="What was done")).to_contain_text(f"Created task: {SIGNS}")
    assert focus_of(chat, rest)["project"] == "Spring launch"
    task = panel(chat).get_by_role("link", name=SIGNS)
    expect(task).to_be_visible()
    path = f"entities/{task.get_attribute('data-at')}/"
    rest.send("PATCH", path, due_on="2031-05-01")
    expect(task).to_contain_text("2031")
    rest.send("PATCH", path, due_on=None)
    expect(task).to_contain_text("To do")


def test_link_opens_a_chat_about_a_document_or_is_not_found(
    chat: Chat, rest: Rest, project: dict[str, Any]
) -> None:
    brief = project["ids"]["Launch brief"]
    chat.open(f"/?project={project['id']}&type=document&id={brief}").ready()
    expect(about(chat)).to_have_accessible_name("About: Spring launch, Launch brief")
    here = panel(chat).get_by_role("link", name="Launch brief")
    expect(here).to_have_attribute("aria-current", "true")
    chat.say("Hello")
    assert focus_of(chat, rest)["name"] == "Launch brief"
    chat.reload()
    expect(about(chat)).to_have_accessible_name("About: Spring launch, Launch brief")
    rest.send("PUT", f"{conversation_of(chat)}focus/", project_id=project["id"])  # as another tab does
    expect(about(chat)).to_have_accessible_name("About: Spring launch")
    expect(here).not_to_have_attribute("aria-current", "true")
    answer = chat.page.request.get(f"{chat.site.url}/?project={project['id']}&type=task&id={brief}")
    assert answer.status == 404


def test_tabs_and_tree_of_the_panel_work_by_keyboard(chat: Chat, project: dict[str, Any]) -> None:
    chat.open(f"/?project={project['id']}").ready()
    below = panel(chat).get_by_role("link", name="Interviews")
    expect(below).to_be_visible()
    twist = panel(chat).get_by_role("button", name="Below Market research")
    twist.press("Enter")
    expect(below).to_have_count(0)
    expect(twist).to_be_focused()
    twist.press("Enter")
    expect(below).to_be_visible()
    tabs = chat.page.get_by_role("tab")
    tabs.first.press("ArrowRight")
    expect(tabs.nth(1)).to_be_focused()
    expect(panel(chat, "State")).to_contain_text("Once we talk")
    tabs.nth(1).press("ArrowLeft")
    expect(panel(chat)).to_be_visible()


def test_phone_panel_is_a_sheet_that_returns_the_focus(chat: Chat, project: dict[str, Any]) -> None:
    chat.page.set_viewport_size({"width": 390, "height": 844})
    chat.open(f"/?project={project['id']}").ready()
    opener = chat.page.get_by_role("button", name="Show panel")
    expect(panel(chat)).to_be_hidden()
    opener.click()
    expect(panel(chat).get_by_role("link", name="Market research")).to_be_visible()
    assert violations(chat.page) == []
    assert chat.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    chat.page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    chat.page.set_viewport_size(LOOKS["viewport"])


SHIFTS = """() => new Promise((resolve) => {
    const seen = [];
    const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => setTimeout(() => resolve(seen.reduce((sum, { value }) => sum + value, 0))));
})"""


def test_open_panel_causes_no_layout_shift_on_load(chat: Chat) -> None:
    chat.new().say("What can you do?")
    show_panel(chat, "Project")
    chat.reload()
    expect(panel(chat)).to_contain_text("This chat is about everything")
    assert chat.page.evaluate(SHIFTS) < 0.02
    chat.page.get_by_role("button", name="Close panel").click()
    chat.reload()
    expect(panel(chat)).to_be_hidden()
    expect(chat.page.get_by_role("button", name="Show panel")).to_have_attribute("aria-expanded", "false")
