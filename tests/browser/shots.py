"""python -m tests.browser.shots: pictures of the main states, light, dark and on a phone, into var/shots/."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.chat import ANSWER_MS, Chat
from tests.browser.chromium import chromium
from tests.browser.projects.scenes import Rest, demo_project, project_path
from tests.browser.work.scenes import calls
from tests.browser.workspace.scenes import KNOWN, memory_of, show_panel
from tests.site import ROOT, Site
from tests.standin import Fault, ModelServer
from tests.standin.thread import running
from tests.states import PASSWORD

TARGET = ROOT / "var" / "shots"
GLOSSARY = "Write down what each figure means"
SCREENS = [(1440, 900, "light"), (1440, 900, "dark"), (390, 844, "light")]
QUESTION = "Why do late tickets cost a team so much, in two sentences?"


def main() -> None:
    """Take every picture anew."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running(ModelServer(gap_ms=30)) as model,
        _site(Path(folder), model) as site,
        chromium() as browser,
    ):
        _first_account(browser, site)
        site.manage("seed_demo", "--password", PASSWORD)
        for screen in SCREENS:
            _shoot(browser, site, model, *screen)


def _shoot(browser: Browser, site: Site, model: ModelServer, width: int, height: int, theme: str) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce"
    )
    _Camera(context, site, model, f"{width}-{theme}").take_all()
    context.close()


@contextmanager
def _site(folder: Path, model: ModelServer) -> Iterator[Site]:
    """A new site whose replies come from the fake model server, and intents from rules."""
    providers = {"OPENAI_BASE_URL": f"{model.url}/v1", "OPENAI_API_KEY": "stand-in"}
    roles = {"OMNIFORGE_MODEL_INTENT": "rules", "OMNIFORGE_MODEL_REPLY": "openai:gpt-4o-mini"}
    site = Site(folder, **providers, **roles)
    site.manage("prepare")
    site.start()
    try:
        yield site
    finally:
        site.stop()


def _first_account(browser: Browser, site: Site) -> None:
    for width, height, theme in SCREENS:
        page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme)
        page.goto(site.url)
        page.screenshot(path=TARGET / f"first-account-{width}-{theme}.png")
        page.close()


class _Camera:
    """Brings one tab from state to state and takes its picture in each."""

    def __init__(self, context: BrowserContext, site: Site, model: ModelServer, screen: str) -> None:
        self.context = context
        self.model = model
        self.screen = screen
        self.chat = Chat(context.new_page(), site)

    def take_all(self) -> None:
        self.chat.open("/sign-in/")
        self.take("sign-in")
        self.chat.sign_in("maya@example.org")
        self.take("empty")
        for name, reach in self.states().items():
            self.chat.new()
            reach()
            self.take(name)
        self.chat.site.start()

    def take(self, name: str) -> None:
        self.chat.page.mouse.move(0, 0)
        self.chat.page.screenshot(path=TARGET / f"{name}-{self.screen}.png")

    def states(self) -> dict[str, Callable[[], object]]:
        chat = self.chat
        return {
            "chat": self.chat_in_the_middle,
            "wizard": self.wizard,
            "options": lambda: chat.say("I need to analyze our customer churn data for the board meeting"),
            "intent-menu": self.intent_menu,
            "receipt": self.receipt,
            "error": self.error,
            "search": lambda: chat.page.keyboard.press("Control+k"),
            "agents": lambda: chat.open("/agents/"),
            "agent": lambda: chat.open("/agents/jira-overdue-monitor/"),
            "project": lambda: self.project(""),
            "board": lambda: self.project("#board"),
            "document": lambda: self.project("documents/ Layout of the report"),
            "panel": self.panel,
            "panel-state": self.state,
            "schedules": lambda: chat.open("/schedules/"),
            "runs": lambda: chat.open("/runs/"),
            "settings": lambda: chat.open("/settings/"),
            "settings-people": lambda: chat.open("/settings/people/"),
            "settings-models": lambda: chat.open("/settings/models/"),
            "reconnecting": self.reconnecting,
        }

    def chat_in_the_middle(self) -> None:
        self.chat.say("List my agents")
        self.chat.type(QUESTION)
        expect(self.chat.answer.locator(".prose")).to_contain_text("The agent reads", timeout=ANSWER_MS)
        self.chat.type("And what would help?")
        expect(self.chat.page.locator(".queue")).to_be_visible()

    def wizard(self) -> None:
        self.chat.say("Create an agent that monitors our Jira board for overdue tickets")
        self.chat.say("The PLATFORM project, past due date, and Slack alerts to #platform-leads")

    def intent_menu(self) -> None:
        self.chat.say("Run the jira-overdue-monitor")
        self.chat.answer.get_by_role("button", name="Understood as").click()

    def receipt(self) -> None:
        self.chat.say("What can you do?")
        self.chat.say(QUESTION)
        self.chat.answer.get_by_role("button", name="Receipt").click()
        expect(self.chat.answer.get_by_role("region", name="Receipt")).to_contain_text("Cost")
        self.chat.page.keyboard.press("End")

    def error(self) -> None:
        self.model.fail(Fault.DISCONNECT, after=15)
        self.chat.type(QUESTION)
        expect(self.chat.page.get_by_role("alert")).to_be_visible(timeout=ANSWER_MS)

    def project(self, where: str) -> None:
        self.chat.open(project_path(Rest(self.chat.page, self.chat.site), where))
        expect(self.chat.page.locator("[role=treeitem], .prose").first).to_be_visible()

    def about_project(self) -> None:
        """Start a chat about the project, without a question about the glossary yet."""
        rest = Rest(self.chat.page, self.chat.site)
        project = demo_project(rest)
        if glossary := project["ids"].get(GLOSSARY):
            rest.send("DELETE", f"entities/{glossary}/")
        self.chat.open(f"/?project={project['id']}").ready()

    def panel(self) -> None:
        self.about_project()
        task = {"op": "create", "kind": "task", "fields": {"title": GLOSSARY}}
        done = {"text": "The task stands on the list now."}
        self.model.queue(calls(("change", {"operations": [task]})), done)
        self.chat.say(f"Add a task: {GLOSSARY.lower()}")
        show_panel(self.chat, "Project")

    def state(self) -> None:
        self.about_project()
        self.chat.say(QUESTION)
        rest = Rest(self.chat.page, self.chat.site)
        rest.send("PATCH", f"{memory_of(self.chat)}state/", **KNOWN)
        expect(show_panel(self.chat, "State")).to_contain_text("Not decided yet")

    def reconnecting(self) -> None:
        self.chat.say("List my agents")
        self.chat.site.kill()  # started again once the picture is taken
        expect(self.chat.page.locator("#banner")).to_contain_text("Reconnecting")


if __name__ == "__main__":
    main()
