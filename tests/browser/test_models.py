"""A model in a minute: sign up, connect it, ask, and what is said on the way where something is wrong."""

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.accessibility import violations
from tests.browser.chat import Chat
from tests.ports import free_port
from tests.site import Site
from tests.standin import ModelServer
from tests.states import PASSWORD

KEY = "sk-good-0123456789-wxyz"
SERVER = "OpenAI-compatible server"


def sign_up(page: Page) -> None:
    page.get_by_label("Workspace").fill("Larkfield")
    page.get_by_label("Your name").fill("Derek Obi")
    page.get_by_label("Email").fill("derek@larkfield.example")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account and workspace").click()
    expect(page.get_by_role("heading", name="Connect a model")).to_be_visible()


def connect(page: Page, address: str, key: str) -> None:
    page.get_by_label("Address").fill(address)
    page.get_by_label("API key").fill(key)
    page.get_by_role("button", name=f"Connect {SERVER}").click()


def test_who_signs_up_connects_a_model_and_has_its_answer(
    context: BrowserContext, fresh_site: Site, model_server: ModelServer
) -> None:
    model_server.script("capital of Australia", "It is Canberra.")
    fresh_site.start()
    page = context.new_page()
    chat = Chat(page, fresh_site).open()
    sign_up(page)
    assert violations(page) == []
    page.get_by_role("link", name=SERVER).click()
    port = free_port()
    for address, key, said in (
        (
            f"{model_server.url}/v1",
            "wrong-key-0123456789",
            "refused this key. Check that you copied all of it.",
        ),
        (f"http://127.0.0.1:{port}/v1", KEY, f"Nothing answers at 127.0.0.1:{port}."),
        ("http://10.0.0.1/v1", KEY, "This server may not connect to 10.0.0.1"),
        (f"{model_server.url}/page", KEY, "doesn't answer like OpenAI's API. Check the address."),
    ):
        connect(page, address, key)
        expect(page.get_by_text(said)).to_be_visible()
    connect(page, f"{model_server.url}/v1", KEY)
    expect(page.get_by_text(", Derek.")).to_be_visible()
    expect(page.get_by_text("No model connected")).to_have_count(0)
    expect(chat.ready().say("What is the capital of Australia?")).to_contain_text("It is Canberra.")


def test_who_skips_it_is_told_in_the_header_and_connects_it_later(
    context: BrowserContext, fresh_site: Site, model_server: ModelServer
) -> None:
    fresh_site.start()
    page = context.new_page()
    Chat(page, fresh_site).open()
    sign_up(page)
    page.get_by_role("link", name="Skip for now").click()
    page.get_by_role("link", name="Connect one").click()
    page.get_by_role("link", name=SERVER).click()
    connect(page, f"{model_server.url}/v1", KEY)
    expect(page.get_by_text("Connected OpenAI-compatible server. gpt-4o answered.")).to_be_visible()
    expect(page.get_by_text("…wxyz")).to_be_visible()
    assert KEY not in page.content()
    assert violations(page) == []
    page.get_by_label("Understands messages").select_option(label="gpt-4o-mini")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved. It applies from the next message.")).to_be_visible()
    page.get_by_role("button", name="Replace key").first.click()
    page.get_by_label("New API key").fill("wrong-key-0123456789")
    page.get_by_role("button", name="Replace key").last.click()
    expect(page.get_by_role("alert")).to_contain_text("refused this key")
    page.get_by_role("button", name="Test").click()
    expect(page.get_by_text("It works.")).to_be_visible()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("No models yet.")).to_be_visible()
