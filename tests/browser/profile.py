"""A browser profile reused by tests: cleared between them, except for cached files."""

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser

from tests.browser.chromium import Complaints

PATIENCE_MS = 60_000  # for a busy machine; only a failing test waits that long
LOOKS: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}


class Profile:
    """A browser context with an empty tab, through which it is cleared."""

    def __init__(self, browser: Browser) -> None:
        self.context = browser.new_context(**LOOKS)
        self.context.set_default_timeout(PATIENCE_MS)
        self._devtools = self.context.new_cdp_session(self.context.new_page())

    def forget(self, seen: Complaints) -> None:
        """Close the tabs of a test, and clear storage and permissions."""
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
