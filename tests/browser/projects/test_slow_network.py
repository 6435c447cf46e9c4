"""Pages of projects on a slow network: nothing is sent twice, lost, or blamed on others."""

from playwright.sync_api import Page, Route, expect

from tests.browser.projects.conftest import Project
from tests.browser.projects.scenes import Rest
from tests.site import Site
from tests.waiting import until


class Held:
    """Responses held back before they reach the page."""

    def __init__(self, page: Page, address: str, method: str) -> None:
        self._page, self._method, self._waiting = page, method, []
        self.asked = 0
        page.route(address, self._ask)

    def _ask(self, route: Route) -> None:
        if route.request.method != self._method:
            route.fallback()
            return
        self.asked += 1
        self._waiting.append((route, route.fetch()))

    def let_go(self) -> None:
        """Release the oldest one, once it has arrived: routes are served while the page is polled."""
        until(lambda: self._page.evaluate("true") and self._waiting)
        route, response = self._waiting.pop(0)
        route.fulfill(response=response)


def test_task_sent_twice_is_created_once_on_a_slow_network(page: Page, project: Project, rest: Rest) -> None:
    page.context.complaints.expected = ("ERR_FAILED",)
    page.goto(project.url)
    held = Held(page, "**/api/v1/projects/*/entities/", "POST")
    add = page.get_by_label("Add a task", exact=True)
    add.fill("Rent one stage")
    add.press("Enter")
    add.press("Enter")
    made = page.locator("#work").get_by_role("link", name="Rent one stage")
    expect(made).to_be_visible()  # by the patch, which arrives before the response
    held.let_go()
    expect(add).to_have_value("")
    assert held.asked == 1
    expect(made).to_have_count(1)

    expect(page.get_by_role("treeitem", name="Launch brief")).to_be_visible()
    page.route("**/api/v1/documents/**", lambda route: route.abort())
    long = "A sentence that is far too long to be sent along. " * 2_000
    with page.expect_request("**/api/v1/documents/**"):
        rest.send("PATCH", f"documents/{project.ids['Launch brief']}/", content=long)
    rest.send("PATCH", f"projects/{project.id}/", name="Summer launch")
    expect(page.get_by_role("heading", name="Summer launch")).to_be_visible()
    expect(page.get_by_role("treeitem", name="Launch brief")).to_be_visible()


def test_double_click_creates_one_project(page: Page, site: Site, rest: Rest) -> None:
    page.goto(f"{site.url}/projects/")
    page.get_by_label("Name").fill("Made by a double click")
    page.get_by_role("button", name="Make the project").dblclick()
    expect(page.get_by_role("heading", name="Made by a double click")).to_be_visible()
    made = [one for one in rest.get("projects/")["results"] if one["name"] == "Made by a double click"]
    assert len(made) == 1
    rest.send("DELETE", f"projects/{made[0]['id']}/")


def test_own_pending_change_is_no_conflict_and_keeps_typed_text(
    page: Page, project: Project, rest: Rest
) -> None:
    page.context.complaints.expected = ("ERR_FAILED", "409")
    page.goto(project.document("Interviews"))
    held = Held(page, "**/api/v1/documents/*/", "PATCH")
    page.get_by_role("button", name="Edit").click()
    text = page.locator("#write-content")
    page.get_by_label("Title").fill("Interviews, second")
    text.fill("Sooner")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Saving")).to_be_visible()
    expect(page.locator("#title")).to_have_text("Interviews, second")  # by the patch
    expect(page.get_by_role("alert")).to_have_count(0)
    page.keyboard.press("Control+s")
    text.fill("Sooner than we thought")
    held.let_go()
    expect(page.get_by_text("Kept in this browser.")).to_be_visible()
    expect(text).to_have_value("Sooner than we thought")
    page.keyboard.press("Control+s")
    held.let_go()
    expect(page.locator(".prose")).to_have_text("Sooner than we thought")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert held.asked == 2
    assert rest.get(f"documents/{project.ids['Interviews']}/")["content"] == "Sooner than we thought"

    page.unroute_all()
    page.get_by_role("button", name="Edit").click()
    page.route("**/api/v1/documents/*/", drop_request)
    text.fill("Not heard")
    page.keyboard.press("Control+s")
    expect(page.get_by_role("alert")).to_contain_text("There is no connection.")
    page.unroute_all()
    page.route("**/api/v1/documents/*/", drop_response)
    text.fill("Heard, though the answer was lost")
    page.keyboard.press("Control+s")
    expect(page.locator(".prose")).to_have_text("Heard, though the answer was lost")
    expect(page.get_by_role("alert")).to_have_count(0)


def drop_request(route: Route) -> None:
    if route.request.method == "PATCH":
        route.abort()
    else:
        route.fallback()


def drop_response(route: Route) -> None:
    if route.request.method == "PATCH":
        route.fetch()
        route.abort()
    else:
        route.fallback()


def test_two_quick_state_changes_are_both_stored(page: Page, project: Project) -> None:
    title = "Draft the launch page"
    page.goto(f"{project.url}tasks/{project.ids[title]}/")
    held = Held(page, "**/api/v1/entities/*/", "PATCH")
    page.get_by_label("State").select_option("blocked")
    page.get_by_label("State").select_option("done")
    held.let_go()
    held.let_go()
    expect(page.get_by_label("State")).to_have_value("done")
    assert project.entity(title)["state"] == "done"
    expect(page.get_by_role("alert")).to_have_count(0)
