"""An idempotent request to a site, of which only a success is useful."""

from typing import Any
from urllib.parse import urlsplit

from agents.failures import ToolFailed
from omniforge.net import Fetched, RequestFailed, fetch

_TOO_BUSY = 429


async def ask(method: str, url: str, **options: Any) -> Fetched:
    """Return a site's successful answer. `options` are those of `omniforge.net.fetch`.

    Raises ToolFailed, transient if the site may answer soon, and RequestRefused.
    """
    try:
        fetched = await fetch(method, url, **options)
    except RequestFailed as error:
        raise ToolFailed(error.message, transient=error.retryable) from error
    if not fetched.ok:
        busy = fetched.status == _TOO_BUSY or fetched.status >= 500
        raise ToolFailed(f"{urlsplit(fetched.url).hostname} answered {fetched.status}.", transient=busy)
    return fetched
