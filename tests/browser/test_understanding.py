"""The intent is shown beside the answer, can be corrected, and each answer has a receipt."""

from playwright.sync_api import expect

from tests.browser.chat import Chat


def test_intent_chip_shows_the_reason_and_accepts_a_correction(chat: Chat) -> None:
    chat.say("Create an agent that monitors our Jira board for overdue tickets")
    chip = chat.answer.get_by_role("button", name="Understood as")
    expect(chip).to_contain_text("create agent")
    chip.click()
    menu = chat.page.get_by_role("menu", name="Correct what was understood")
    expect(menu.get_by_role("menuitemradio", checked=True)).to_contain_text("Create an agent")
    menu.get_by_role("menuitem", name="Something else").click()
    menu.get_by_role("menuitemradio", name="Answer a question").click()
    expect(chat.answer.get_by_role("button", name="Understood as")).to_contain_text("as you said")
    chat.finished()
    expect(chat.answers).to_have_count(1)
    chat.reload()
    expect(chat.answer).to_contain_text("as you said")


def test_menu_and_receipt_of_an_answer_open_and_close(chat: Chat) -> None:
    chat.say("What can you do for me?")
    chip = chat.answer.get_by_role("button", name="Understood as")
    chip.focus()
    chip.press("Enter")
    first = chat.page.get_by_role("menuitemradio").first
    expect(first).to_be_focused()
    chat.page.keyboard.press("ArrowDown")
    expect(first).not_to_be_focused()
    chat.page.keyboard.press("Escape")
    expect(chip).to_be_focused()
    expect(chip).to_have_attribute("aria-expanded", "false")
    chat.answer.get_by_role("button", name="Receipt").click()
    receipt = chat.answer.get_by_role("region", name="Receipt")
    expect(receipt).to_contain_text("Cost")
    expect(receipt).to_contain_text("of 8,000")  # 2,000 for what was said, 6,000 for what projects hold
    expect(receipt.get_by_role("img")).to_be_visible()
    chat.answer.get_by_role("button", name="Receipt").click()
    expect(receipt).to_have_count(0)


def test_slot_is_edited_in_its_row_and_quick_answer_is_sent(chat: Chat) -> None:
    chat.say("Create an agent that monitors our Jira board for overdue tickets every Monday at 9")
    chat.answer.locator(".qa li").filter(has_text="How often").get_by_role("button", name="Edit").click()
    field = chat.answer.get_by_label("How often")
    field.fill("every hour")
    chat.answer.get_by_role("button", name="Save").click()
    expect(chat.bubbles.last).to_have_text("Change how often to every hour")
    expect(chat.finished().locator(".sentence")).to_contain_text("every hour")
    chat.new().say("I want to create an agent for weekly financial reports")
    chat.answer.get_by_role("button", name="What I paste here").click()
    expect(chat.bubbles.last).to_have_text("What I paste here")
    expect(chat.finished().locator(".sentence")).to_contain_text("paste")
    expect(chat.answers.first.locator(".qa")).to_have_count(0)
