"""A change of an agent is tried beside the agent as it is, and kept only where the person says so."""

from playwright.sync_api import Route, expect

from tests.browser.accessibility import violations
from tests.browser.chat import Chat
from tests.browser.projects.scenes import Rest


def test_a_change_is_tried_and_then_kept(chat: Chat) -> None:
    chat.open("/agents/notion-reporter/")
    chat.page.get_by_role("link", name="Try a change").click()
    keep = chat.page.get_by_role("button", name="Save change")
    expect(keep).to_be_disabled()
    chat.page.get_by_label("What it does").fill("Weekly summaries of the launch")
    chat.page.get_by_label("Prompts to try it on").fill("Count the words: one two three")
    chat.page.get_by_role("button", name="Try it").click()
    answers = chat.page.locator("#compared .prose")
    expect(answers).to_have_count(2)
    assert violations(chat.page) == []
    rest = Rest(chat.page, chat.site)
    assert rest.get("agents/notion-reporter/")["description"] != "Weekly summaries of the launch"
    keep.click()
    chat.page.wait_for_url("**/agents/notion-reporter/")
    assert rest.get("agents/notion-reporter/")["description"] == "Weekly summaries of the launch"


def test_a_trial_that_runs_is_not_begun_again_by_writing_on(chat: Chat) -> None:
    chat.open("/agents/notion-reporter/trial/")
    held: list[Route] = []
    chat.page.route("**/api/v1/agents/*/trial/", lambda route: held.append(route))
    chat.page.get_by_label("Prompts to try it on").fill("Count the words: one two three")
    run = chat.page.get_by_role("button", name="Try it")
    with chat.page.expect_request("**/api/v1/agents/*/trial/"):
        run.click()
    chat.page.get_by_label("What it does").fill("Something else")
    expect(run).to_be_disabled()
    expect(chat.page.get_by_role("button", name="Save change")).to_be_disabled()
    held[0].continue_()
    expect(chat.page.locator("#compared .prose")).to_have_count(2)
    expect(run).to_be_enabled()
