"""axe finds nothing, nothing scrolls sideways, and the keyboard reaches everything."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Cookie, Page, expect

from tests.browser.accessibility import COLOURS, PLACES, violations
from tests.browser.chat import Chat
from tests.browser.conftest import OWNER
from tests.browser.projects.scenes import Rest, project_path
from tests.site import Site


def _wizard(chat: Chat) -> None:
    chat.new().say("I want to create an agent for weekly financial reports")


def _options(chat: Chat) -> None:
    chat.new().say("I need to analyze our customer churn data and put together a presentation for the board")


def _intent_menu(chat: Chat) -> None:
    chat.new().say("List my agents")
    chat.answer.get_by_role("button", name="Understood as").click()


def _receipt(chat: Chat) -> None:
    chat.new().say("What can you do?")
    chat.answer.get_by_role("button", name="Receipt").click()
    expect(chat.answer.get_by_role("region", name="Receipt")).not_to_have_attribute("aria-busy", "true")


def _edited(chat: Chat) -> None:
    chat.new().say("List my agents")
    chat.composer.press("ArrowUp")
    expect(chat.page.get_by_label("Your message in other words")).to_be_focused()


def _search(chat: Chat) -> None:
    chat.new().page.keyboard.press("Control+k")


def _shortcuts(chat: Chat) -> None:
    chat.new().page.keyboard.press("Control+/")


def _at(path: str) -> Callable[[Chat], None]:
    return lambda chat: chat.open(path) and None


def _in_project(where: str) -> Callable[[Chat], None]:
    """Open a page of a project; `where` may name a thing in it by its title."""
    return lambda chat: chat.open(project_path(Rest(chat.page, chat.site), where)) and None


def _writing(chat: Chat) -> None:
    _in_project("documents/ Billing export")(chat)
    chat.page.get_by_role("button", name="Edit").click()


def _first_turn(chat: Chat) -> None:
    chat.open("/admin/conversations/turn/").page.locator("#result_list tbody th a").first.click()
    expect(chat.page.get_by_role("heading", name="Turn ")).to_be_visible()


STATES = {
    "empty": _at("/"),
    "wizard": _wizard,
    "options": _options,
    "intent menu": _intent_menu,
    "receipt": _receipt,
    "edited message": _edited,
    "search": _search,
    "shortcuts": _shortcuts,
    "agents": _at("/agents/"),
    "agent": _at("/agents/notion-reporter/"),
    "agent tried": _at("/agents/notion-reporter/trial/"),
    "projects": _at("/projects/"),
    "project": _in_project(""),
    "board": _in_project("#board"),
    "document": _in_project("documents/ Billing export"),
    "editor": _writing,
    "risk": _in_project("risks/ Exchange rates are typed by hand"),
    "project history": _in_project("history/"),
    "project search": _at("/projects/search/?q=refunds"),
    "skills": _at("/skills/"),
    "skill": _at("/skills/write-short-summary/"),
    "archived chats": _at("/archive/"),
    "schedules": _at("/schedules/"),
    "runs": _at("/runs/"),
    "workspace": _at("/settings/"),
    "people": _at("/settings/people/"),
    "keys": _at("/settings/keys/"),
    "models": _at("/settings/models/"),
    "tools": _at("/settings/tools/"),
    "limits": _at("/settings/limits/"),
    "usage": _at("/settings/usage/"),
    "connections": _at("/settings/connections/"),
    "a system by its name": _at("/settings/connections/?server=notion"),
    "web hooks": _at("/settings/web-hooks/"),
    "first model": _at("/connect-model/"),
    "account": _at("/settings/account/"),
    "password": _at("/settings/account/password/"),
    "preferences": _at("/settings/account/preferences/"),
    "audit": _at("/admin/"),
    "audit log": _at("/admin/tenants/auditentry/"),
    "nothing found in the audit": _at("/admin/tenants/auditentry/?q=nothing"),
    "turn in the audit": _first_turn,
}


# Keeps the theme that the page has when it gets its body: before that, nothing is painted.
FIRST_SEEN = """new MutationObserver((changes, observer) => {
    if (!document.body) return;
    globalThis.themeAtFirst = document.documentElement.dataset.theme;
    observer.disconnect();
}).observe(document, { childList: true, subtree: true })"""


# The page, and tables that the server draws: on a phone these leave columns out.
SIDEWAYS = """[document.documentElement, ...document.querySelectorAll(".scroll:has(>.list)")]
    .filter((place) => place.scrollWidth > place.clientWidth)
    .map((place) => `${place.ariaLabel ?? "the page"}, by ${place.scrollWidth - place.clientWidth} pixels`)"""


WIDTHS = {"desktop": 1440, "phone": 390}


@pytest.fixture
def tab(browser: Browser, site: Site, session: list[Cookie]) -> Iterator[Chat]:
    """A tab in light colours."""
    context = browser.new_context(color_scheme="light", reduced_motion="reduce")
    context.add_cookies(session)
    yield Chat(context.new_page(), site)
    context.close()


def show_at(page: Page, width: int) -> None:
    """Make the window so wide; what is open stays open."""
    opened = page.locator("[role=menu], dialog[open]").count()
    page.set_viewport_size({"width": width, "height": 844})
    assert page.locator("[role=menu], dialog[open]").count() == opened


def violations_in_both_themes(page: Page) -> list[str]:
    """Return what axe finds in light colours, and then in dark ones."""
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {line}" for line in violations(page, COLOURS)]
    page.emulate_media(color_scheme="light")
    return found


def faults_at_all_widths(page: Page) -> list[str]:
    """Return what axe finds in both themes, and on a phone of what depends on the width; and what scrolls."""
    found = []
    for device, width in WIDTHS.items():
        show_at(page, width)
        lines = violations_in_both_themes(page) if device == "desktop" else violations(page, PLACES)
        lines += [f"scrolls sideways: {what}" for what in page.evaluate(SIDEWAYS)]
        found += [f"{device}: {line}" for line in lines]
    return found


@pytest.mark.slow
def test_axe_finds_nothing_and_nothing_scrolls_sideways(tab: Chat) -> None:
    found = {}
    for name, reach in STATES.items():
        show_at(tab.page, WIDTHS["desktop"])
        reach(tab)
        found[name] = faults_at_all_widths(tab.page)
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_axe_finds_nothing_at_the_door(browser: Browser, site: Site) -> None:
    for theme in ("light", "dark"):
        context = browser.new_context(color_scheme=theme, reduced_motion="reduce")
        page = context.new_page()
        for path in ("/sign-in/", "/forgot-password/", "/join/no-such-token/", "/no-such-page/"):
            page.goto(site.url + path)
            assert violations(page) == [], path
        context.close()


def test_f6_goes_round_the_page(chat: Chat) -> None:
    chat.say("Hello")
    chat.composer.focus()
    chat.page.keyboard.press("F6")
    expect(chat.page.locator("#side nav a").first).to_be_focused()
    chat.page.keyboard.press("F6")
    expect(chat.page.get_by_role("log")).to_be_focused()
    chat.page.keyboard.press("F6")
    expect(chat.composer).to_be_focused()


def test_the_end_of_an_answer_is_announced_once_and_moves_no_focus(chat: Chat) -> None:
    chat.say("Hello there")
    expect(chat.page.locator("#announcer")).to_have_text("The answer is complete")
    expect(chat.composer).to_be_focused()


def test_the_theme_is_kept_without_a_flash(chat: Chat) -> None:
    chat.page.get_by_role("button", name="maya").click()
    chat.page.get_by_role("menuitemradio", name="Dark").click()
    chat.page.add_init_script(FIRST_SEEN)
    chat.page.reload()
    assert chat.page.evaluate("themeAtFirst") == "dark"


def test_the_audit_has_the_theme_and_the_time_of_the_chat(chat: Chat) -> None:
    chat.page.get_by_role("button", name="maya").click()
    chat.page.get_by_role("menuitemradio", name="Dark").click()
    chat.page.add_init_script(FIRST_SEEN)
    chat.open("/admin/tenants/auditentry/")
    assert chat.page.evaluate("themeAtFirst") == "dark"
    assert chat.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(25, 24, 23)"
    expect(chat.page.locator("#result_list time").first).not_to_contain_text("UTC")


def test_the_account_menu_opens_the_list_of_keys(chat: Chat) -> None:
    chat.page.get_by_role("button", name="maya").click()
    chat.page.get_by_role("menuitem", name="Keyboard shortcuts").click()
    expect(chat.page.get_by_role("dialog", name="Keyboard shortcuts")).to_contain_text(
        "Hide or show the sidebar"
    )


def test_a_phones_drawer_opens_closes_and_keeps_the_focus_inside(browser: Browser, site: Site) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    chat = Chat(context.new_page(), site).sign_in(OWNER)
    opener = chat.page.get_by_role("button", name="Open sidebar")
    opener.click()
    expect(chat.page.get_by_role("link", name="New chat")).to_be_visible()
    expect(chat.page.get_by_role("button", name="Close sidebar")).to_be_focused()
    chat.page.go_back()
    expect(opener).to_be_focused()
    expect(chat.composer).to_be_visible()
    context.close()
