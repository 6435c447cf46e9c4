"""A real Chromium for tests and screenshots, and the errors of its pages."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page, sync_playwright

# The headless shell is the same engine at half the cost of the full browser.
_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PROGRAM = next(filter(None, map(shutil.which, _PROGRAMS)), None)
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",  # tabs share a process, which has compiled the scripts
    "--renderer-process-limit=1",
]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run a Chromium until the block ends."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=_ARGUMENTS, timeout=180_000)
        try:
            yield browser
        finally:
            browser.close()


# The browser's message about a page that is left while its socket connects.
_LEFT = "WebSocket is closed before the connection is established"


class Complaints:
    """Errors of scripts, console and security policy, and dialogs, on all pages of a context."""

    def __init__(self, context: BrowserContext) -> None:
        self.all: list[str] = []
        self.expected: tuple[str, ...] = ()
        self.pages: list[Page] = []
        self._context = context
        context.on("page", self._listen)

    def end(self) -> None:
        """Stop collecting."""
        self._context.remove_listener("page", self._listen)

    def _listen(self, page: Page) -> None:
        self.pages.append(page)
        page.on("pageerror", lambda error: self.all.append(f"script: {error}"))
        page.on("console", self._note)
        page.on("dialog", self._dismiss)

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.all.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _dismiss(self, dialog: Dialog) -> None:
        self.all.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    @property
    def unexpected(self) -> list[str]:
        """Page errors, except those that the test provokes itself (`expected` are parts of their text)."""
        expected = (*self.expected, _LEFT)
        return [line for line in self.all if not any(part in line for part in expected)]
