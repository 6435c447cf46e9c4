"""Finding a person's calendar from its server's address (RFC 6764, section 6; RFC 5397; RFC 4791)."""

import httpx2
from django.utils.translation import gettext

from omniforge.calendar.caldav.client import CalDavClient
from omniforge.calendar.caldav.multistatus import Resource, propfind, read_multistatus
from omniforge.errors import InvalidInput, NotFound

_ASKED = propfind(
    "d:resourcetype",
    "d:current-user-principal",
    "c:calendar-home-set",
    "c:supported-calendar-component-set",
)
_EVENTS = "c:supported-calendar-component-set/c:comp[@name='VEVENT']"


def find_calendar(client: CalDavClient, address: str) -> httpx2.URL:
    """Return the address of the calendar at `address`, or of the account's first calendar there.

    Raises InvalidInput if there is none, and the client's errors.
    """
    url = _parsed(address)
    start = _ask(client, url, 0)
    if any(_is_calendar(resource) for resource in start):
        return url
    principal = _linked(start, url, "d:current-user-principal") or url
    home = _linked(_ask(client, principal, 0), principal, "c:calendar-home-set") or principal
    found = [resource.href for resource in _ask(client, home, 1) if _is_calendar(resource)]
    if not found:
        raise _wrong(
            gettext("There is no calendar for this account at this address. Give the calendar's own address.")
        )
    return home.join(found[0])


def _parsed(address: str) -> httpx2.URL:
    try:
        return httpx2.URL(address.strip())
    except httpx2.InvalidURL:
        said = gettext("This is no address. Give one like %(address)s.")
        raise _wrong(said % {"address": "https://calendar.example.com/dav/"}) from None


def _ask(client: CalDavClient, url: httpx2.URL, depth: int) -> list[Resource]:
    headers = {"Depth": str(depth), "Content-Type": "application/xml; charset=utf-8"}
    try:
        return list(read_multistatus(client.send("PROPFIND", url, _ASKED, headers).body))
    except NotFound:
        raise _wrong(gettext("There is nothing at this address. Check it.")) from None


def _linked(resources: list[Resource], base: httpx2.URL, name: str) -> httpx2.URL | None:
    """Return the link in a property of the first resource that has it."""
    href = next(filter(None, (resource.text(f"{name}/d:href") for resource in resources)), "")
    return base.join(href) if href else None


def _is_calendar(resource: Resource) -> bool:
    """Return whether this is a calendar for events. One without a list of components accepts all."""
    takes_all = not resource.has("c:supported-calendar-component-set/c:comp")
    return resource.has("d:resourcetype/c:calendar") and (takes_all or resource.has(_EVENTS))


def _wrong(message: str) -> InvalidInput:
    return InvalidInput.of("url", message)
