"""Picking a model: in the composer for the chat, below an answer for that answer only."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.accessibility import violations
from tests.browser.chat import Chat
from tests.browser.test_whole_way import connect_model, sign_up
from tests.site import Site
from tests.standin import ModelServer


@pytest.fixture
def connected(context: BrowserContext, fresh_site: Site, model_server: ModelServer) -> Iterator[Chat]:
    """The chat of a new workspace with the fake model server."""
    model_server.script("capital of Australia", "It is Canberra.")
    fresh_site.start()
    chat = Chat(context.new_page(), fresh_site)
    sign_up(chat.open())
    connect_model(chat, model_server)
    yield chat.new()


def asked(server: ModelServer) -> str:
    return str([one for one in server.requests if one.body.get("stream")][-1].body["model"])


def test_model_is_picked_by_keyboard_and_a_failed_one_replaced(
    connected: Chat, model_server: ModelServer
) -> None:
    one_is_picked_for_the_chat(connected, model_server)
    one_is_picked_for_one_answer_anew(connected, model_server)
    where_one_fails_another_is_offered(connected, model_server)
    one_that_is_gone_gives_way_in_one_line(connected)


def one_is_picked_for_the_chat(connected: Chat, model_server: ModelServer) -> None:
    page, button = connected.page, connected.page.get_by_role("button", name="Model: gpt-4o", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    menu = page.get_by_role("menu", name="Model")
    expect(menu.get_by_role("group", name="OpenAI-compatible server")).to_be_visible()
    expect(menu.get_by_role("menuitemradio", checked=True)).to_be_focused()
    assert violations(page) == []
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    picked = page.get_by_role("button", name="Model: gpt-4o-mini", exact=True)
    expect(picked).to_be_visible()
    answer = connected.say("What is the capital of Australia?")
    assert asked(model_server) == "gpt-4o-mini"
    expect(answer.locator(".bar")).to_contain_text("gpt-4o-mini")
    connected.reload()
    expect(picked).to_be_visible()
    expect(connected.answer.locator(".bar")).to_contain_text("gpt-4o-mini")
    connected.new()
    expect(button).to_be_visible()


def one_is_picked_for_one_answer_anew(connected: Chat, model_server: ModelServer) -> None:
    page = connected.page
    answer = connected.say("What is the capital of Australia?")
    expect(answer.locator(".bar")).not_to_contain_text("gpt-4o")
    answer.get_by_role("button", name="Try again with another model").click()
    page.get_by_role("menuitemradio", name="gpt-4o-mini").click()
    expect(connected.answer.get_by_text("2 of 2")).to_be_visible()
    assert asked(model_server) == "gpt-4o-mini"
    expect(connected.finished().locator(".bar")).to_contain_text("gpt-4o-mini")
    connected.answer.get_by_role("button", name="Previous answer").click()
    expect(connected.answer.locator(".bar")).not_to_contain_text("gpt-4o-mini")
    expect(page.get_by_role("button", name="Model: gpt-4o", exact=True)).to_be_visible()


def where_one_fails_another_is_offered(connected: Chat, model_server: ModelServer) -> None:
    page = connected.new().page
    page.set_viewport_size({"width": 390, "height": 844})
    model_server.queue({"fault": "unknown_model"})
    answer = connected.say("What is the capital of Australia?")
    expect(answer.get_by_role("alert")).to_be_visible()
    expect(answer.get_by_role("link", name="Model settings")).to_be_visible()
    answer.get_by_role("button", name="Try another model").click()
    menu = page.get_by_role("menu", name="Try again with")
    box = menu.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390
    assert violations(page) == []
    menu.get_by_role("menuitemradio", name="gpt-4o-mini").click()
    expect(connected.finished()).to_contain_text("It is Canberra.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 1440, "height": 900})


def one_that_is_gone_gives_way_in_one_line(connected: Chat) -> None:
    page = connected.new().page
    page.get_by_role("button", name="Model: gpt-4o", exact=True).click()
    page.get_by_role("menuitemradio", name="gpt-4o-mini").click()
    connected.say("What is the capital of Australia?")
    settings = page.context.new_page()
    settings.goto(f"{connected.site.url}/settings/models/")
    settings.get_by_role("button", name="Models people can pick").click()
    settings.get_by_label("Only these").check()
    settings.get_by_label("gpt-4o-mini").uncheck()
    settings.locator("[popover]").get_by_role("button", name="Save").click()
    expect(settings.get_by_text("Saved. It applies from the next message.")).to_be_visible()
    answer = connected.say("And what is the capital of Australia?")
    gone = "gpt-4o-mini isn't available here any more. gpt-4o answers instead."
    expect(answer.get_by_text(gone)).to_be_visible()
    expect(page.get_by_role("button", name="Model: gpt-4o", exact=True)).to_be_visible()
    expect(connected.say("What is the capital of Australia, please?").get_by_text(gone)).to_have_count(0)
