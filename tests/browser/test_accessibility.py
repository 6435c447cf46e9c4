"""axe reports nothing, no page scrolls sideways, and everything is reachable by keyboard."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Cookie, Page, expect

from tests.browser.accessibility import AXE, COLOURS, PLACES, SIDE, violations
from tests.browser.chat import Chat
from tests.browser.profile import LOOKS
from tests.browser.projects.scenes import Rest, project_path
from tests.site import Site


def _search(chat: Chat) -> None:
    chat.page.keyboard.press("Control+k")
    expect(chat.page.get_by_label("Search chats").last).to_be_focused()


def _shortcuts(chat: Chat) -> None:
    chat.page.keyboard.press("Escape")
    chat.page.keyboard.press("Control+/")
    expect(chat.page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()


def _options(chat: Chat) -> None:
    chat.page.keyboard.press("Escape")
    chat.say("I need to analyze our customer churn data and put together a presentation for the board")
    expect(chat.answer.locator("button.option").first).to_be_visible()


def _wizard(chat: Chat) -> None:
    chat.say("I want to create an agent for weekly financial reports")
    expect(chat.answer.locator(".qa")).to_be_visible()


def _receipt_of_an_edited_message(chat: Chat) -> None:
    chat.new().say("List my agents")
    chat.answer.get_by_role("button", name="Receipt").click()
    expect(chat.answer.get_by_role("region", name="Receipt")).not_to_have_attribute("aria-busy", "true")
    chat.composer.press("ArrowUp")
    expect(chat.page.get_by_label("Your message in other words")).to_be_focused()


def _intent_menu(chat: Chat) -> None:
    chat.page.keyboard.press("Escape")
    chat.answer.get_by_role("button", name="Understood as").click()
    expect(chat.page.get_by_role("menu", name="Correct what was understood")).to_be_visible()


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


STATES = {  # each is reached from the previous one
    "empty": _at("/"),
    "search": _search,
    "shortcuts": _shortcuts,
    "options": _options,
    "wizard": _wizard,
    "receipt of an edited message": _receipt_of_an_edited_message,
    "intent menu": _intent_menu,
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
    "web hooks": _at("/settings/web-hooks/"),
    "first model": _at("/connect-model/"),
    "account": _at("/settings/account/"),
    "password": _at("/settings/account/password/"),
    "audit": _at("/admin/"),
    "audit log": _at("/admin/tenants/auditentry/"),
    "turn in the audit": _first_turn,
}


WITH_SIDEBAR = ("empty", "agents")  # of the chat, and of all other pages
# States with the same parts as another: checked once, except for sideways scrolling on a phone.
ALIKE = {
    "project search": "projects",
    "skills": "agents",
    "skill": "agent",
    "archived chats": "account",
    "schedules": "runs",
    "workspace": "account",
    "keys": "account",
    "limits": "account",
    "web hooks": "account",
    "password": "account",
    "first model": "models",
    "audit": "audit log",
}


# Records the theme when the body is inserted: before that, nothing is painted.
FIRST_SEEN = """new MutationObserver((changes, observer) => {
    if (!document.body) return;
    globalThis.themeAtFirst = document.documentElement.dataset.theme;
    observer.disconnect();
}).observe(document, { childList: true, subtree: true })"""


# The page, and server-rendered tables, which omit columns on a phone.
TABLES = ".scroll:has(>.list)"
SIDEWAYS = f"""[document.documentElement, ...document.querySelectorAll("{TABLES}")]
    .filter((place) => place.scrollWidth > place.clientWidth)
    .map((place) => `${{place.ariaLabel ?? "the page"}}: ${{place.scrollWidth}} in ${{place.clientWidth}}`)"""


@pytest.fixture
def tab(browser: Browser, site: Site, session: list[Cookie]) -> Iterator[Chat]:
    """A tab in light colours."""
    context = browser.new_context(**LOOKS | {"color_scheme": "light"})
    context.add_init_script(AXE)
    context.add_cookies(session)
    yield Chat(context.new_page(), site)
    context.close()


def show_at(page: Page, width: int) -> None:
    """Make the window so wide; what is open stays open."""
    opened = page.locator("[role=menu], dialog[open]").count()
    page.set_viewport_size({"width": width, "height": 900})
    assert page.locator("[role=menu], dialog[open]").count() == opened


def faults(page: Page, beside: str = "", *, once: bool = False) -> list[str]:
    """Return axe's findings on a wide page, on a dark phone, and sideways scrolling."""
    found = violations(page, beside=beside) + sideways(page)
    if once:
        return found + on_a_phone(page)
    page.emulate_media(color_scheme="dark")
    if not beside or page.locator(TABLES).count():  # a phone has the sidebar in a drawer, and fewer columns
        found += [f"dark: {line}" for line in violations(page, COLOURS, beside=beside)]
    found += on_a_phone(page, lambda: violations(page, COLOURS + PLACES, beside=beside))
    page.emulate_media(color_scheme="light")
    return found


def on_a_phone(page: Page, look: Callable[[], list[str]] = list) -> list[str]:
    """Return the findings of `look` there, and elements that scroll sideways."""
    show_at(page, 390)
    found = [f"phone: {line}" for line in look() + sideways(page)]
    show_at(page, 1440)
    return found


def sideways(page: Page) -> list[str]:
    return [f"scrolls sideways: {what}" for what in page.evaluate(SIDEWAYS)]


@pytest.mark.slow
def test_axe_finds_no_violation_and_pages_never_scroll_sideways(tab: Chat) -> None:
    found = {}
    for name, reach in STATES.items():
        reach(tab)
        found[name] = faults(tab.page, "" if name in WITH_SIDEBAR else SIDE, once=name in ALIKE)
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_axe_finds_no_violation_on_signed_out_pages(new_context: BrowserContext, site: Site) -> None:
    new_context.complaints.expected = ("404",)
    page = new_context.new_page()
    page.emulate_media(color_scheme="light")
    for path in ("/sign-in/", "/forgot-password/", "/join/no-such-token/", "/no-such-page/"):
        page.goto(site.url + path)
        assert faults(page) == [], path


def test_finished_answer_keeps_the_focus_and_f6_cycles_regions(chat: Chat) -> None:
    chat.say("Hello there")
    expect(chat.page.locator("#announcer")).to_have_text("The answer is complete")
    expect(chat.composer).to_be_focused()
    places = [chat.page.locator("#side nav a").first, chat.page.get_by_role("log"), chat.composer]
    for place in places:
        chat.page.keyboard.press("F6")
        expect(place).to_be_focused()


def test_account_menu_shows_shortcuts_and_sets_the_theme(chat: Chat) -> None:
    account = chat.page.get_by_role("button", name="maya")
    account.click()
    chat.page.get_by_role("menuitem", name="Keyboard shortcuts").click()
    keys = chat.page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys).to_contain_text("Hide or show the sidebar")
    chat.page.keyboard.press("Escape")
    account.click()
    chat.page.get_by_role("menuitemradio", name="Dark").click()
    chat.page.add_init_script(FIRST_SEEN)
    for path in ("/", "/admin/tenants/auditentry/"):
        chat.open(path)
        assert chat.page.evaluate("themeAtFirst") == "dark", path
    assert chat.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(25, 24, 23)"
    expect(chat.page.locator("#result_list time").first).not_to_contain_text("UTC")  # but the person's time


def test_phone_drawer_traps_the_focus(browser: Browser, site: Site, session: list[Cookie]) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    context.add_cookies(session)
    chat = Chat(context.new_page(), site).new()
    opener = chat.page.get_by_role("button", name="Open sidebar")
    opener.click()
    expect(chat.page.get_by_role("link", name="New chat").first).to_be_visible()
    expect(chat.page.get_by_role("button", name="Close sidebar")).to_be_focused()
    chat.page.go_back()
    expect(opener).to_be_focused()
    expect(chat.composer).to_be_visible()
    context.close()
