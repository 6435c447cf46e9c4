"""What is at an address that a person has pasted, or why there is nothing and what to do."""

from urllib.parse import urlsplit

from agents.failures import ToolFailed
from omniforge.net import Fetched, RequestFailed, fetch

_ACCEPT = "application/atom+xml, application/rss+xml, application/xml;q=0.9, text/html;q=0.8, */*;q=0.1"
_LARGEST = 5_000_000  # bytes
_SECONDS = 20.0
_GONE = "Check in a browser whether the address still holds."
_ADVICE = {
    401: "It wants a sign-in, so it can't be a source.",
    403: "It doesn't let programs in, so it can't be a source.",
    404: _GONE,
    410: _GONE,
}
_LATER = "Try again later."


async def fetch_source(url: str) -> Fetched:
    """Return what is at the address of a feed or a page. Raises ToolFailed, RequestRefused."""
    try:
        fetched = await fetch("GET", url, headers={"Accept": _ACCEPT}, max_bytes=_LARGEST, seconds=_SECONDS)
    except RequestFailed as error:
        raise ToolFailed(error.message, transient=error.retryable) from error
    if not fetched.ok:
        advice = _ADVICE.get(fetched.status, _LATER)
        said = f"{urlsplit(fetched.url).hostname} answered {fetched.status}. {advice}"
        raise ToolFailed(said, transient=advice == _LATER)
    return fetched
