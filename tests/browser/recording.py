"""A trace of a browser, kept if its test fails; OMNIFORGE_RECORD=1 keeps all, with screenshots."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import BrowserContext

from tests.site import ROOT

TARGET = ROOT / "var" / "recorded"


@contextmanager
def recorded(context: BrowserContext, name: str) -> Iterator[None]:
    """Record until the block ends, as `var/recorded/<name>.zip` if the block fails or it is requested."""
    is_asked = os.environ.get("OMNIFORGE_RECORD") == "1"
    context.tracing.start(snapshots=True, screenshots=is_asked)  # screenshots double the cost
    is_kept = True
    try:
        yield
        is_kept = is_asked
    finally:
        context.tracing.stop(**({"path": TARGET / f"{name}.zip"} if is_kept else {}))
