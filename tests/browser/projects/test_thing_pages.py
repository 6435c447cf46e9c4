"""The pages of documents and entities: read, write, link, also with concurrent editors."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.projects.conftest import Project
from tests.browser.projects.scenes import Rest
from tests.waiting import until

HOSTILE = """# Hello <script>document.title = "taken"</script>

<img src=x onerror="document.title = 'taken'"> [press](javascript:alert(1)) <b id="main">not bold</b>

# Main
"""


def write(page: Page, words: str) -> Locator:
    """Edit the open document, and replace its text by `words`."""
    page.get_by_role("button", name="Edit").click()
    text = page.locator("#write-content")
    text.fill(words)
    return text


def test_draft_survives_a_reload_and_a_conflict(page: Page, project: Project, rest: Rest) -> None:
    page.context.complaints.expected = ("409",)
    page.goto(project.document("Launch brief"))
    write(page, "Half a thought")
    expect(page.get_by_text("Kept in this browser.")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Go on writing").click()
    expect(page.locator("#write-content")).to_have_value("Half a thought")
    page.get_by_role("button", name="Cancel").click()
    page.reload()
    expect(page.get_by_role("button", name="Edit")).to_be_visible()
    expect(page.get_by_role("button", name="Go on writing")).to_have_count(0)

    text = write(page, "What I wrote")
    expect(page.get_by_role("region", name="Preview")).to_contain_text("What I wrote")
    rest.send("PATCH", f"documents/{project.ids['Launch brief']}/", content="What they wrote")
    told = page.get_by_role("alert")
    expect(told).to_contain_text("What they wrote")
    page.keyboard.press("Control+s")
    expect(told).to_contain_text("What they wrote")
    expect(text).to_have_value("What I wrote")
    told.get_by_role("button", name="Store mine in its place").click()
    expect(page.get_by_role("button", name="Edit")).to_be_focused()
    expect(page.locator(".prose")).to_have_text("What I wrote")
    assert rest.get(f"documents/{project.ids['Launch brief']}/")["content"] == "What I wrote"

    write(page, "What I wrote next")  # it also replaces them while a save is in progress
    rest.send("PATCH", f"documents/{project.ids['Launch brief']}/", content="What they wrote next")
    expect(told).to_contain_text("What they wrote next")
    held: list[Route] = []
    page.route("**/api/v1/documents/*/", lambda route: held.append(route), times=1)
    with page.expect_request(lambda request: request.method == "PATCH"):
        page.keyboard.press("Control+s")
    page.get_by_role("button", name="Store mine in its place").click()
    held[0].continue_()
    expect(page.get_by_role("button", name="Edit")).to_be_focused()
    expect(page.locator(".prose")).to_have_text("What I wrote next")


def test_hostile_markdown_is_escaped_and_heading_links_work(page: Page, project: Project, rest: Rest) -> None:
    made = rest.make(project.id, "documents", title="<b>Bold</b>", content=HOSTILE)
    page.goto(f"{project.url}documents/{made['id']}/#main")
    prose = page.locator(".prose")
    expect(prose).to_contain_text('<script>document.title = "taken"</script>')
    assert prose.locator("script, img, [id], [href^='javascript']").count() == 0
    expect(page.get_by_role("heading", name="<b>Bold</b>")).to_be_visible()
    expect(prose.get_by_role("heading", name="Main")).to_be_focused()
    assert "taken" not in page.title()
    page.goto(f"{project.document('Market research').rstrip('/')}#competitors-in-europe")
    expect(page.get_by_role("heading", name="Competitors in Europe")).to_be_focused()


def test_facts_and_links_are_saved_beside_changes_of_others(
    page: Page, tab: Callable[[], Page], project: Project, rest: Rest
) -> None:
    title = "The review takes longer than two weeks"
    other = tab()
    other.goto(f"{project.url}milestones/{project.ids['App in the store']}/")
    page.context.complaints.expected = ("409",)  # if the page has not heard of the other change yet
    page.goto(f"{project.url}risks/{project.ids[title]}/")
    page.get_by_role("button", name="Add a link").click()
    page.keyboard.type("app in")
    expect(page.get_by_role("dialog").get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    page.get_by_role("menuitem", name="threatens").click()
    expect(page.get_by_role("link", name="App in the store")).to_be_visible()
    expect(other.locator("#links")).to_contain_text("is threatened by")
    page.get_by_role("button", name="Unlink App in the store").click()
    expect(page.locator("#links")).to_contain_text("No links yet.")
    expect(other.locator("#links")).to_contain_text("No links yet.")

    page.get_by_label("Impact").fill("We miss the fair")
    rest.send("PATCH", f"entities/{project.ids[title]}/", state="occurred", fields={"probability": 1})
    expect(page.get_by_label("State")).to_have_value("occurred")
    expect(page.get_by_label("Impact")).to_have_value("We miss the fair")
    page.keyboard.press("Tab")
    until(lambda: project.entity(title)["fields"] == {"probability": 1, "impact": "We miss the fair"})
    rest.send("PATCH", f"entities/{project.ids[title]}/", title="The review is slow")
    page.get_by_label("Priority").select_option("1")
    until(lambda: project.entity(title)["priority"] == 1)
    expect(page.get_by_role("heading", name="The review is slow")).to_be_visible()
