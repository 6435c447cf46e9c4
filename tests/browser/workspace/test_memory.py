"""A chat's memory is shown in its panel, updated live, and can be corrected."""

from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.chat import Chat
from tests.browser.projects.scenes import Rest
from tests.browser.workspace.scenes import KNOWN, conversation_of, memory_of, show_panel


def test_state_panel_updates_live_and_is_corrected(chat: Chat, rest: Rest) -> None:
    chat.say("Hello")
    state = show_panel(chat, "State")
    expect(state).to_contain_text("I have noted nothing yet")
    rest.send("PATCH", f"{memory_of(chat)}state/", **KNOWN)
    expect(state).to_contain_text("Amounts are net of tax")
    expect(state).to_contain_text("60%")

    state.get_by_role("button", name="Change: Send Tom the first draft").click()
    form = state.get_by_role("form")
    rest.send("PATCH", f"{memory_of(chat)}state/", updates={"removed": ["e1"]})
    rest.send("PATCH", conversation_of(chat), title="Told after the state")
    expect(chat.page.locator("h1")).to_have_text("Told after the state")
    expect(form).to_be_visible()
    chat.page.keyboard.press("Escape")
    expect(state).not_to_contain_text("Two documents are found")  # which changed while the form was open
    expect(state.get_by_role("button", name="Change: Send Tom the first draft")).to_be_focused()

    state.get_by_role("button", name="Correct: Amounts are net of tax").click()
    form = state.get_by_role("form", name="Correct: Amounts are net of tax")
    expect(form.get_by_label("What I assume")).to_be_focused()
    assert violations(chat.page) == []
    form.get_by_label("What I assume").fill("Amounts are gross")
    form.get_by_label("How sure").select_option("Yes, that is so")
    form.get_by_role("button", name="Save").click()
    expect(form).to_have_count(0)
    expect(state.get_by_role("listitem").filter(has_text="Amounts are gross")).to_contain_text("100%")
    expect(state.get_by_role("listitem").filter(has_text="Amounts are net of tax")).to_contain_text("0%")

    state.get_by_role("button", name="Remove: Send Tom the first draft").click()
    expect(state).not_to_contain_text("Not decided yet")
    kept = rest.get(memory_of(chat))["state"]
    assert kept["items"] == []
    assert {one["hypothesis"]: one["confidence"] for one in kept["assumptions"]} == {
        "Amounts are net of tax": 0,
        "Amounts are gross": 1,
        "It goes to the whole company": 0,
    }


def test_summary_is_corrected_pinned_and_restored(chat: Chat, rest: Rest) -> None:
    chat.say("Hello")
    summary = show_panel(chat, "Summary")
    expect(summary).to_contain_text("Nothing is summarised yet")
    expect(summary).to_contain_text("tokens")
    with chat.page.expect_request("**/receipt/"):  # of what the newest answer was given
        chat.say("Hello again")
    expect(summary).to_contain_text("tokens")
    rest.send("PUT", f"{memory_of(chat)}summary/", text="Maya asks for a report.", facts=["Weekly"])
    expect(summary).to_contain_text("Maya asks for a report.")

    summary.get_by_role("button", name="Edit").click()
    summary.get_by_label("In your words").fill("Maya wants a weekly report.")
    summary.get_by_label("Facts, one a line").fill("Weekly\nSource: Google Sheets")
    summary.get_by_role("button", name="Save").click()
    expect(summary).to_contain_text("version 2")
    expect(summary.get_by_role("listitem").filter(has_text="Google Sheets")).to_be_visible()

    summary.get_by_text("2 versions").click()
    summary.get_by_role("button", name="Pin: version 1").click()
    expect(summary.locator(".summary")).to_contain_text("Maya asks for a report.")
    expect(summary.get_by_role("button", name="Unpin: version 1")).to_be_focused()
    summary.get_by_role("button", name="Unpin: version 1").click()
    expect(summary.locator(".summary")).to_contain_text("Maya wants a weekly report.")
    summary.get_by_role("button", name="Go back to this: version 1").click()
    expect(summary).to_contain_text("version 3")
    expect(summary.locator(".summary")).to_contain_text("Maya asks for a report.")
    assert violations(chat.page) == []
