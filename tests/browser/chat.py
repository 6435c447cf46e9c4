"""The chat page as a person uses it."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.site import Site
from tests.states import PASSWORD

ANSWER_MS = 120_000  # the first one imports a model's dependencies, on a possibly busy machine


class Chat:
    """One tab. Elements are located by visible text and accessible names."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site

    def sign_in(self, email: str) -> "Chat":
        """Sign in; ends on a new chat."""
        self.page.goto(f"{self.site.url}/sign-in/")
        self.page.get_by_label("Email").fill(email)
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").click()
        return self.ready()

    def open(self, path: str = "/") -> "Chat":
        self.page.goto(self.site.url + path)
        return self

    def new(self) -> "Chat":
        """Go to a new chat."""
        return self.open().ready()

    def other_tab(self) -> "Chat":
        """Open the current page in a second tab."""
        return Chat(self.page.context.new_page(), self.site).open(urlsplit(self.page.url).path).ready()

    def reload(self) -> None:
        self.page.reload()
        self.ready()

    def live_and_reloaded(self) -> Iterator[None]:
        """Iterate twice: with the live page, and after a reload."""
        yield
        self.reload()
        yield

    def ready(self) -> "Chat":
        """Wait until the page's modules run: they fill the list of conversations."""
        expect(self.page.locator("#conversation-groups > *").first).to_be_attached()
        return self

    @property
    def composer(self) -> Locator:
        return self.page.get_by_label("Message to OmniForge")

    @property
    def answers(self) -> Locator:
        return self.page.locator('article[aria-label^="OmniForge"]:visible')

    @property
    def answer(self) -> Locator:
        """The newest answer."""
        return self.answers.last

    @property
    def bubbles(self) -> Locator:
        return self.page.locator(".bubble:visible")

    @property
    def conversations(self) -> Locator:
        return self.page.locator(".conv")

    def row(self, title: str) -> Locator:
        """The sidebar's row of a conversation."""
        return self.conversations.filter(has=self.page.locator("a", has_text=title))

    def type(self, text: str) -> None:
        """Send `text` with Enter."""
        self.composer.fill(text)
        self.composer.press("Enter")

    def say(self, text: str) -> Locator:
        """Send `text` and return its answer once it is complete."""
        with self.answering():
            self.type(text)
        return self.answer

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Return a context manager that waits at its end for a complete answer."""
        before = self.answers.count()
        yield
        expect(self.answers).to_have_count(before + 1, timeout=ANSWER_MS)
        self.finished()

    def finished(self) -> Locator:
        """Wait until the newest answer is complete, and return it."""
        expect(self.answer).to_have_attribute("aria-busy", "false", timeout=ANSWER_MS)
        return self.answer

    def stored(self, method: str) -> AbstractContextManager[object]:
        """Return a context manager that waits for the server's response: the page is ahead of it."""
        return self.page.expect_response(lambda response: response.request.method == method)

    def actions_of(self, title: str, action: str) -> None:
        """Choose `action` in the menu of a conversation, once its turn has ended: its row is redrawn then."""
        expect(self.row(title).locator(".spin")).to_have_count(0)
        self.row(title).hover()
        self.row(title).get_by_role("button", name="Actions for").click()
        self.page.get_by_role("menuitem", name=action).click()
