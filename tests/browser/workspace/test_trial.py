"""A changed agent is tried beside its current version, and saved only when a person confirms."""

from playwright.sync_api import Route, expect

from tests.browser.accessibility import violations
from tests.browser.chat import Chat
from tests.browser.projects.scenes import Rest


def test_agent_change_is_tried_and_then_saved(chat: Chat, rest: Rest) -> None:
    chat.open("/agents/notion-reporter/")
    chat.page.get_by_role("link", name="Try a change").click()
    keep = chat.page.get_by_role("button", name="Save change")
    run = chat.page.get_by_role("button", name="Try it")
    what = chat.page.get_by_label("What it does")
    expect(keep).to_be_disabled()
    what.fill("Weekly summaries")
    expect(keep).to_be_enabled()
    chat.page.get_by_label("Prompts to try it on").fill("Count the words: one two three")
    held: list[Route] = []
    chat.page.route("**/api/v1/agents/*/trial/", lambda route: held.append(route), times=1)
    with chat.page.expect_request("**/api/v1/agents/*/trial/"):
        run.click()
    what.fill("Weekly summaries of the launch")
    expect(run).to_be_disabled()  # further input doesn't start it again
    expect(keep).to_be_disabled()
    held[0].continue_()
    answers = chat.page.locator("#compared .prose")
    expect(answers).to_have_count(2)
    expect(run).to_be_enabled()
    expect(keep).to_be_enabled()
    assert violations(chat.page) == []
    assert rest.get("agents/notion-reporter/")["description"] != "Weekly summaries of the launch"
    keep.click()
    chat.page.wait_for_url("**/agents/notion-reporter/")
    assert rest.get("agents/notion-reporter/")["description"] == "Weekly summaries of the launch"
