"""Attempts to sign in or reset, counted in time windows by client address."""

from ipaddress import IPv6Address, ip_address, ip_network

from django.http import HttpRequest
from django.utils.translation import ngettext

from omniforge.errors import TooManyRequests
from omniforge.tenants.limits import Limit, count

WINDOW = 5 * 60


def count_try(name: str, key: str, tries: int, window: int = WINDOW) -> Limit:
    """Count an attempt and return the rest. Raises TooManyRequests above `tries` per window."""
    limit = count(name, key, tries, window)
    if limit.exceeded:
        minutes = -(-limit.reset_after // 60)
        said = ngettext(
            "Too many tries. Try again in a minute.",
            "Too many tries. Try again in %(minutes)s minutes.",
            minutes,
        ) % {"minutes": minutes}
        raise TooManyRequests(said, retry_after=limit.reset_after)
    return limit


def client_address(request: HttpRequest) -> str:
    """Return the client's address, behind a proxy, the last entry of X-Forwarded-For."""
    forwarded = request.headers.get("X-Forwarded-For", "")
    seen_by_proxy = forwarded.rpartition(",")[2].strip() if request.is_secure() else ""
    return seen_by_proxy or str(request.META.get("REMOTE_ADDR", ""))


def client_network(request: HttpRequest) -> str:
    """Return the address for counting, for IPv6 its /64, which is one customer's network."""
    address = client_address(request)
    try:
        known = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((known, 64), strict=False)) if isinstance(known, IPv6Address) else address
