"""Fetches a pasted address, or says why that failed and what to do."""

from urllib.parse import urlsplit

from django.utils.translation import gettext, gettext_noop

from agents.failures import ToolFailed
from omniforge.net import Fetched, RequestFailed, fetch

_ACCEPT = "application/atom+xml, application/rss+xml, application/xml;q=0.9, text/html;q=0.8, */*;q=0.1"
_LARGEST = 5_000_000  # bytes
_SECONDS = 20.0
_GONE = gettext_noop("Check in a browser whether the address still holds.")
_ADVICE = {
    401: gettext_noop("It wants a sign-in, so it can't be a source."),
    403: gettext_noop("It doesn't let programs in, so it can't be a source."),
    404: _GONE,
    410: _GONE,
}
_LATER = gettext_noop("Try again later.")


async def fetch_source(url: str) -> Fetched:
    """Return the response for the address of a feed or page. Raises ToolFailed and RequestRefused."""
    try:
        fetched = await fetch("GET", url, headers={"Accept": _ACCEPT}, max_bytes=_LARGEST, seconds=_SECONDS)
    except RequestFailed as error:
        raise ToolFailed(error.message, transient=error.retryable) from error
    if not fetched.ok:
        advice = _ADVICE.get(fetched.status, _LATER)
        told = {"host": urlsplit(fetched.url).hostname, "status": fetched.status}
        said = gettext("%(host)s answered %(status)s.") % told
        raise ToolFailed(f"{said} {gettext(advice)}", transient=advice == _LATER)
    return fetched
