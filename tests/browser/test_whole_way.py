"""The whole way of a newcomer: an account, a model, an answer, a system, an agent with it, its runs; and what
is said if something breaks later. `OMNIFORGE_RECORD=1` keeps a record (tests/browser/recording.py).
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.agents.mcp_servers.signing import SigningServer, running_signing_server
from tests.browser.accessibility import violations
from tests.browser.chat import ANSWER_MS, Chat
from tests.browser.recording import recorded
from tests.browser.work.scenes import calls, dock
from tests.site import Site
from tests.standin import Fault, ModelServer
from tests.states import PASSWORD

KEY = "sk-good-0123456789-wxyz"
SERVER = "OpenAI-compatible server"
ANSWER = "It is Canberra, which was chosen between Sydney and Melbourne."
AGENT = {
    "name": "shopping-list",
    "purpose": "Say what is on the list and add what is missing",
    "instructions": "Read the notes, say what is on the list, and add tea if it is missing.",
    "sources": ["Team notes"],
}
MONDAYS = {"agent": "shopping-list", "schedule": "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0"}
DONE = {"text": "Milk was on the list, and tea is on it now."}
UNREAD = {"text": "I couldn't read the notes."}
RUN = ("run_agent", {"agent": "shopping-list", "task": "Do your work"})
READ, ADD = ("team-notes_list_notes", {}), ("team-notes_add_note", {"text": "tea"})


@pytest.fixture
def signing() -> Iterator[SigningServer]:
    with running_signing_server() as server:
        yield server


def sign_up(chat: Chat) -> None:
    page = chat.page
    page.get_by_label("Workspace").fill("Larkfield")
    page.get_by_label("Your name").fill("Derek Obi")
    page.get_by_label("Email").fill("derek@larkfield.example")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account and workspace").click()
    expect(page.get_by_role("heading", name="Connect a model")).to_be_visible()
    page.get_by_role("link", name="Skip for now").click()
    expect(page.get_by_text(", Derek.")).to_be_visible()


def connect_model(chat: Chat, model: ModelServer) -> None:
    page = chat.page
    expect(page.get_by_text("No model connected")).to_be_visible()
    page.get_by_role("link", name="Connect one").click()
    page.get_by_role("link", name=SERVER).click()
    page.get_by_label("Address").fill(f"{model.url}/v1")
    page.get_by_label("API key").fill(KEY)
    page.get_by_role("button", name=f"Connect {SERVER}").click()
    expect(page.get_by_text(f"Connected {SERVER}. gpt-4o answered.")).to_be_in_viewport()
    expect(page.get_by_text("…wxyz")).to_be_visible()
    assert KEY not in page.content()


def ask(chat: Chat, model: ModelServer) -> None:
    chat.new()
    expect(chat.page.get_by_text("No model connected")).to_have_count(0)
    model.queue({"text": ANSWER, "match": "capital of Australia"})
    model.gap_ms = 100
    chat.type("What is the capital of Australia?")
    expect(chat.answer).to_contain_text("It is Canberra", timeout=ANSWER_MS)
    expect(chat.answer).to_have_attribute("aria-busy", "true")
    expect(chat.finished()).to_contain_text(ANSWER)
    model.gap_ms = 0


def connect_system(chat: Chat, signing: SigningServer) -> None:
    page = chat.open("/settings/").page
    page.get_by_role("link", name="Connections").click()
    form = page.locator("#connect")
    form.get_by_role("link", name="Other server").click()
    form.get_by_label("Name", exact=True).fill("Team notes")
    form.get_by_label("Address").fill(signing.address)
    assert violations(page) == []
    page.get_by_role("button", name="Connect", exact=True).click()
    page.get_by_role("link", name="Allow").click()
    expect(page.get_by_text("Signed in to Team notes.")).to_be_in_viewport()
    page.get_by_text("2 tools").click()
    expect(page.get_by_text("Says it may delete")).to_be_visible()
    page.get_by_label("Run without asking: list_notes").check()
    page.get_by_role("button", name="Save tools of Team notes").click()
    expect(page.get_by_text("Saved.")).to_be_in_viewport()
    assert violations(page) == []
    assert "access-" not in page.content() and "refresh-" not in page.content()


def build_agent(chat: Chat, model: ModelServer) -> None:
    model.queue(calls(("save_agent", AGENT)), {"text": "It is there."})
    chat.new().type(
        "Build me an agent that reads our Team notes, says what is on the list and adds tea if it is missing"
    )
    card = dock(chat)
    expect(card).to_contain_text("Creating the agent shopping-list", timeout=ANSWER_MS)
    expect(card.get_by_label("sources")).to_have_value("Team notes")
    approve(chat)
    expect(chat.answer).to_contain_text("Created agent: shopping-list")


def approve(chat: Chat) -> None:
    before = chat.answers.count()
    dock(chat).get_by_role("button", name="Approve").click()
    expect(chat.answers).to_have_count(before + 1, timeout=ANSWER_MS)
    chat.finished()


def try_it(chat: Chat, model: ModelServer, signing: SigningServer) -> None:
    model.queue(calls(READ), calls(ADD), {"text": "I would add tea."})
    before = chat.answers.count()
    chat.answer.get_by_role("button", name="Try it").click()
    expect(chat.answers).to_have_count(before + 1, timeout=ANSWER_MS)
    answer = chat.finished()
    expect(answer).to_contain_text("Dry run of shopping-list")
    expect(answer).to_contain_text("Nothing was changed or sent. A real run would do this:")
    expect(answer.get_by_role("listitem").filter(has_text="tea").first).to_be_visible()


def schedule(chat: Chat, model: ModelServer) -> None:
    model.queue(calls(("save_agent", MONDAYS)), {"text": "It runs every Monday at 9."})
    chat.say("Run it every Monday at 9")
    expect(chat.answer).to_contain_text("Changed agent: shopping-list")
    chat.open("/schedules/")
    expect(chat.page.get_by_role("row").filter(has_text="shopping-list")).to_contain_text("Monday")


def run_agent(chat: Chat, model: ModelServer) -> None:
    model.queue(calls(RUN), calls(READ), calls(ADD), DONE, DONE)
    chat.page.get_by_role("link", name="shopping-list").first.click()
    chat.page.get_by_role("link", name="Run in a chat").click()
    chat.ready()
    chat.composer.press("Enter")
    expect(dock(chat)).to_contain_text("Asking Team notes: add note", timeout=ANSWER_MS)
    chat.finished()
    expect(chat.answer).not_to_contain_text("failed")
    approve(chat)
    expect(chat.answer).to_contain_text(DONE["text"])


def see_run(chat: Chat) -> None:
    said = chat.page.url
    chat.open("/agents/shopping-list/")
    chat.page.get_by_role("region", name="Last runs").get_by_role("link").first.click()
    expect(chat.page).to_have_url(said)


def come_back_to_a_system(chat: Chat, model: ModelServer, signing: SigningServer) -> None:
    """Consent is revoked at the system: the answer says so, and links to reconnecting."""
    signing.switch(forget=["access", "refresh"])
    model.queue(calls(RUN), calls(READ), UNREAD, UNREAD)
    chat.ready().say("Run shopping-list")
    expect(chat.answer).to_contain_text("The sign-in to Team notes has expired or was revoked.")
    chat.answer.get_by_role("link", name="Settings > Connections").click()
    chat.page.get_by_role("button", name="Reconnect Team notes").click()
    chat.page.get_by_role("link", name="Allow").click()
    expect(chat.page.get_by_text("Signed in to Team notes.")).to_be_in_viewport()


def replace_key(chat: Chat, model: ModelServer) -> None:
    """The vendor rejects the key: the answer says so, and links to replacing it."""
    page = chat.page
    model.fail(Fault.WRONG_KEY, times=2)  # for the intent, and for the answer
    chat.new().type("What is the capital of Austria?")
    expect(page.get_by_role("alert")).to_contain_text(
        "The model provider refused the key.", timeout=ANSWER_MS
    )
    page.get_by_role("link", name="Model settings").click()
    page.get_by_role("button", name="Replace key").first.click()
    page.get_by_label("New API key").fill("wrong-key-0123456789")
    page.get_by_role("button", name="Replace key").last.click()
    expect(page.get_by_role("alert")).to_contain_text("refused this key")
    page.get_by_role("button", name="Replace key").first.click()
    page.get_by_label("New API key").fill("sk-next-0123456789-abcd")
    page.get_by_role("button", name="Replace key").last.click()
    expect(page.get_by_text("…abcd")).to_be_visible()
    model.queue({"text": "It is Vienna.", "match": "capital of Austria"})
    expect(chat.new().say("What is the capital of Austria?")).to_contain_text("It is Vienna.")


def test_newcomer_reaches_an_agent_action_in_the_browser(
    context: BrowserContext, fresh_site: Site, model_server: ModelServer, signing: SigningServer
) -> None:
    fresh_site.env["OMNIFORGE_ALLOWED_HOSTS_OUT"] = signing.here.removeprefix("http://")
    fresh_site.start()
    chat = Chat(context.new_page(), fresh_site)
    with recorded(context, "whole-way"):
        expect(chat.open().page.get_by_role("heading", name="Make this server yours")).to_be_visible()
        assert violations(chat.page) == []
        sign_up(chat)
        connect_model(chat, model_server)
        assert violations(chat.page) == []
        ask(chat, model_server)
        connect_system(chat, signing)
        build_agent(chat, model_server)
        try_it(chat, model_server, signing)
        schedule(chat, model_server)
        run_agent(chat, model_server)
        see_run(chat)
        come_back_to_a_system(chat, model_server, signing)
        replace_key(chat, model_server)
