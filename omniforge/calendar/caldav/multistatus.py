"""WebDAV's XML requests and its 207 responses (RFC 4918, section 13)."""

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from django.utils.translation import gettext

from omniforge.net import RequestFailed

NAMES = {"d": "DAV:", "c": "urn:ietf:params:xml:ns:caldav"}
_NAMESPACES = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in NAMES.items())


@dataclass(frozen=True, slots=True)
class Resource:
    """One resource of a response: its path and the requested properties."""

    href: str
    properties: ElementTree.Element

    def text(self, path: str) -> str:
        """Return the text of a property, as 'd:getetag', empty if the server does not have it."""
        return (self.properties.findtext(path, "", NAMES) or "").strip()

    def has(self, path: str) -> bool:
        return self.properties.find(path, NAMES) is not None


def propfind(*properties: str) -> bytes:
    """Return the body of a PROPFIND for these properties."""
    asked = "".join(f"<{name}/>" for name in properties)
    return f"<d:propfind {_NAMESPACES}><d:prop>{asked}</d:prop></d:propfind>".encode()


def calendar_query(since: str, until: str) -> bytes:
    """Return the body of a REPORT for the events of a period. Both ends as '20261120T090000Z'."""
    return (
        f"<c:calendar-query {_NAMESPACES}><d:prop><d:getetag/><c:calendar-data/></d:prop>"
        '<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">'
        f'<c:time-range start="{since}" end="{until}"/>'
        "</c:comp-filter></c:comp-filter></c:filter></c:calendar-query>"
    ).encode()


def read_multistatus(body: bytes) -> Iterator[Resource]:
    """Yield the resources in a response. Raises RequestFailed if it is not a multistatus.

    A document type is refused: it could define entities that expand without end.
    """
    try:
        root = ElementTree.fromstring(body) if b"<!DOCTYPE" not in body else None
    except ElementTree.ParseError:
        root = None
    if root is None or root.tag != "{DAV:}multistatus":
        said = gettext("This server does not speak CalDAV at this address. Check the address.")
        raise RequestFailed(said)
    for response in root.iterfind("d:response", NAMES):
        href = response.findtext("d:href", "", NAMES).strip()
        for propstat in response.iterfind("d:propstat", NAMES):
            properties = propstat.find("d:prop", NAMES)
            if properties is not None and " 200" in propstat.findtext("d:status", "", NAMES):
                yield Resource(href, properties)
