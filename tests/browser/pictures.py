"""python -m tests.browser.pictures: the four pictures of README.md, into docs/img/, as small WebP files."""

import base64
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.chromium import chromium
from tests.browser.projects.scenes import Rest, demo_project, project_path
from tests.browser.work.scenes import calls, fold
from tests.browser.workspace.scenes import show_panel
from tests.site import ROOT, Site
from tests.standin import ModelServer
from tests.standin.thread import running
from tests.states import PASSWORD

TARGET = ROOT / "docs" / "img"
SIZE = {"width": 1440, "height": 900}
QUALITY = 82
QUESTION = "Which invoices are late, and what follows from that? Plan what is to be decided."
REMINDERS = "Decide when reminders are sent: after 14 days or after 30"
ANSWER = """Three of the eleven open invoices are **more than 30 days late**, the largest of them €6,800. \
Together the open ones come to **€19,400**.

What follows is a decision: whether reminders are sent after 14 days or after 30. I've put that on the list \
for Maya, who settles it with the agency."""
BRIEF: dict[str, Any] = {
    "slug": "finance-brief",
    "description": "A brief for Monday's stand-up",
    "instructions": "Say what changed, what is late and who has to decide. Name the source of each figure.",
    "source": "the project Finance reporting",
    "subject": "bookings, invoices and cash",
    "destination": "this chat",
    "schedule": "30 8 * * 1",
    "skills": ["write-short-summary", "analyze-revenue"],
}
BRIEFED = """Bookings came to **€48,200**, which is €3,100 more than in the week before. Eleven invoices are \
open, three of them late."""
LISTED: list[dict[str, Any]] = [
    {"id": "qwen3:32b", "max_model_len": 131_072, "capabilities": ["tool_use"]},
    {"id": "llama3.3:70b", "max_model_len": 131_072, "capabilities": ["tool_use"]},
    {"id": "gemma2:9b", "max_model_len": 8_192, "capabilities": []},
]


def main() -> None:
    """Take the four pictures."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, running(ModelServer()) as model, chromium() as browser:
        site = Site(Path(folder))
        site.serving = ["-m", "omniforge.supervisor"]  # with its worker
        site.manage("prepare")
        site.manage("seed_demo", "--password", PASSWORD)
        site.start()
        try:
            context = browser.new_context(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
            chat = Chat(context.new_page(), site).open("/sign-in/").sign_in("maya@example.org")
            connect(chat, model)
            for name, reach in {"project": project, "agent": agent, "chat": answer, "models": models}.items():
                reach(chat, model)
                take(chat.page, name)
        finally:
            site.stop()


def connect(chat: Chat, model: ModelServer) -> None:
    """Connect two servers, so that there is a choice."""
    rest, address = Rest(chat.page, chat.site), f"{model.url}/v1"
    for name, listed in (("Model gateway", []), ("Our own server", LISTED)):
        model.models[:] = listed
        body = {"vendor": "compatible", "name": name, "address": address, "key": "sk-gateway-8w3k"}
        rest.send("POST", "model-connections/", **body)
    for role in ("intent", "grade", "summary"):
        rest.send("PUT", f"model-roles/{role}/")


def models(chat: Chat, model: ModelServer) -> None:
    chat.open("/settings/models/")
    expect(chat.page.get_by_text("Background work isn't running")).to_have_count(0)
    chat.page.get_by_text("3 models").click()


def project(chat: Chat, model: ModelServer) -> None:
    chat.open(project_path(Rest(chat.page, chat.site), "#board"))
    expect(chat.page.locator("[role=treeitem], .prose").first).to_be_visible()


def agent(chat: Chat, model: ModelServer) -> None:
    """Create an agent that needs no connections, and run it twice."""
    Rest(chat.page, chat.site).send("POST", "agents/", **BRIEF)
    for request in ("@finance-brief what changed this week?", "@finance-brief which figures are late?"):
        model.queue(calls(("search", {"query": "bookings and invoices"})), {"text": BRIEFED})
        chat.new().say(request)
    chat.open("/agents/finance-brief/")
    expect(chat.page.locator(".sentence").first).to_be_visible()


def answer(chat: Chat, model: ModelServer) -> None:
    """Ask about the demonstration's project: two searches, a task, and an answer with its sources."""
    chat.open(f"/?project={demo_project(Rest(chat.page, chat.site))['id']}").ready()
    task = {"op": "create", "kind": "task", "fields": {"title": REMINDERS, "priority": 1}}
    model.queue(
        calls(("search", {"query": "open and late invoices"}), ("search", {"query": "reminders decision"})),
        calls(("change", {"operations": [task]})),
        {"text": ANSWER},
    )
    chat.say(QUESTION)
    fold(chat).click()
    show_panel(chat, "Project")
    chat.page.locator("article .bar").last.scroll_into_view_if_needed()


def take(page: Page, name: str) -> None:
    """Chromium writes WebP itself, which is a fifth of a PNG."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)  # wait for fading elements
    session = page.context.new_cdp_session(page)
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    (TARGET / f"{name}.webp").write_bytes(base64.b64decode(shot["data"]))


if __name__ == "__main__":
    main()
