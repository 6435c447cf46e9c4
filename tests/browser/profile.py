"""A browser profile for one test after the other: for each as if it were new, but for the files of pages."""

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser

from tests.browser.chromium import Complaints

PATIENCE_MS = 60_000  # on a machine that is busy; only a test that fails waits for so long
LOOKS: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}


class Profile:
    """A context of a browser, and a tab of it with nothing on it, by which it is told to forget."""

    def __init__(self, browser: Browser) -> None:
        self.context = browser.new_context(**LOOKS)
        self.context.set_default_timeout(PATIENCE_MS)
        self._devtools = self.context.new_cdp_session(self.context.new_page())

    def forget(self, seen: Complaints) -> None:
        """Close the tabs of a test; nothing that its pages stored, or were allowed, is left."""
        seen.end()
        addresses = {urlsplit(page.url) for page in seen.pages}
        for page in seen.pages:
            page.close()
        self.context.set_offline(False)
        self.context.unroute_all()
        self.context.clear_cookies()
        self.context.clear_permissions()
        for origin in {f"{one.scheme}://{one.netloc}" for one in addresses if one.netloc}:
            kinds = "local_storage,indexeddb,service_workers,cache_storage"
            self._devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": kinds})
