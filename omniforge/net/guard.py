"""The SSRF filter: checks a URL's form and the addresses to which its host resolves.

It prevents people, models and tenants from reaching, through the site, services that only the site's
network can reach (server-side request forgery; OWASP's cheat sheet of that name lists the tricks).
"""

import asyncio
import re
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from urllib.parse import urlsplit

import httpx2
from django.conf import settings
from django.utils.translation import gettext

from omniforge.net.addresses import is_public, read_address
from omniforge.net.errors import RequestFailed, RequestRefused

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
_PORTS = {"http": 80, "https": 443}
USUAL_PORTS = frozenset({80, 443, 8080, 8443})
# Separate threads, so that slow lookups block nothing else; an operating system may take half a minute to
# give up a lookup, so there are many.
_LOOK_UPS = ThreadPoolExecutor(32, thread_name_prefix="names")
_LOOK_UP_SECONDS = 5.0
_NAME = re.compile(r"(?=.{1,254}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?")
# Names that no public host has, whatever they resolve to (RFC 6761, 6762 and 8375; .internal is ICANN's).
_INSIDE = re.compile(r"\.(?:localhost|local|internal|home\.arpa)$")


async def system_resolver(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a host from the system's resolver, within a timeout. Raises OSError."""
    look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    async with asyncio.timeout(_LOOK_UP_SECONDS):
        found = await asyncio.get_running_loop().run_in_executor(_LOOK_UPS, look_up)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


@dataclass(frozen=True, slots=True)
class Guard:
    """Allows requests to `ports` of public hosts, and to the `allowed` hosts even if private.

    An allowed host has the one port that it may be reached at, any number, or None for all of `ports`. With
    `loopback`, any port of this machine is allowed too.
    """

    allowed: frozenset[tuple[str, int | None]] = frozenset()
    ports: frozenset[int] = USUAL_PORTS
    resolve: Resolver = system_resolver
    loopback: bool = False

    @classmethod
    def of_settings(cls) -> "Guard":
        """Return the filter with the operator's exceptions (OMNIFORGE_ALLOWED_HOSTS_OUT)."""
        return cls(_read_hosts(settings.ALLOWED_HOSTS_OUT))

    @classmethod
    def of_models(cls) -> "Guard":
        """Return the filter for language models, which may run on this machine (OMNIFORGE_LOCAL_MODELS)."""
        return cls(_read_hosts(settings.ALLOWED_HOSTS_OUT), loopback=settings.LOCAL_MODELS)

    def check(self, address: httpx2.URL | str) -> tuple[str, int]:
        """Return the host and port of a URL.

        Raises RequestRefused for a URL that is refused whatever its host resolves to.
        """
        url = read_url(address)
        if url.scheme not in _PORTS:
            raise RequestRefused(
                gettext("Only addresses that begin with http:// or https:// can be reached.")
            )
        host = _plain(url)
        if url.userinfo:
            said = gettext("The address of %(host)s holds a user name or password. Leave them out.")
            raise RequestRefused(said % {"host": host})
        port = url.port or _PORTS[url.scheme]
        if port not in self.ports and not self._may_be_private(host, port):
            said = gettext("Port %(port)s of %(host)s is not reached.")
            raise _refusal(said % {"port": port, "host": host}, host, port)
        if literal := read_address(host):
            self._require_public(host, port, [str(literal)])
        elif _INSIDE.search(f".{host}") and not self._may_be_private(host, port):
            raise _not_public(host, port)
        return host, port

    async def find(self, host: str, port: int) -> Sequence[str]:
        """Resolve a host to addresses, all of them allowed.

        Raises RequestRefused if one of them is not allowed, RequestFailed if there is none.
        """
        literal = read_address(host)
        try:
            found = [str(literal)] if literal else await self.resolve(host.rstrip("."), port)
        except OSError:
            found = []
        if not found:
            said = gettext("There is no host %(host)s, or it cannot be looked up now. Check the address.")
            raise RequestFailed(said % {"host": host}, sent=False)
        self._require_public(host.rstrip("."), port, found)
        return found

    def _require_public(self, host: str, port: int, found: Iterable[str]) -> None:
        if not self._may_be_private(host, port) and not all(is_public(ip_address(one)) for one in found):
            raise _not_public(host, port)

    def _may_be_private(self, host: str, port: int) -> bool:
        if self.loopback and is_loopback(host):
            return True
        return (host, port) in self.allowed or ((host, None) in self.allowed and port in self.ports)


def is_loopback(host: str) -> bool:
    """Return whether a host is a loopback address or localhost. Other names are not resolved."""
    literal = read_address(host)
    return literal.is_loopback if literal else host == "localhost"


def read_url(address: httpx2.URL | str) -> httpx2.URL:
    """Parse a URL. Raises RequestRefused if that fails."""
    try:
        return httpx2.URL(address)
    except httpx2.InvalidURL as error:
        said = gettext("This is no address that can be reached. Check how it is written.")
        raise RequestRefused(said) from error


def _plain(url: httpx2.URL) -> str:
    """Return the normalised host of a URL. Raises RequestRefused if it is invalid."""
    host = url.raw_host.decode("ascii").lower()
    if not read_address(host) and not _NAME.fullmatch(host):
        said = gettext("The address names no host that can be reached. Check how it is written.")
        raise RequestRefused(said)
    return host.rstrip(".")


def _not_public(host: str, port: int) -> RequestRefused:
    said = gettext("%(host)s is not on the public Internet.")
    return _refusal(said % {"host": host}, host, port)


def _refusal(why: str, host: str, port: int) -> RequestRefused:
    host = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    may = gettext("Whoever runs this server can allow it: %(setting)s")
    allowed = may % {"setting": f"OMNIFORGE_ALLOWED_HOSTS_OUT={host}"}
    return RequestRefused(f"{why} {allowed}", host=host)


def _read_hosts(listed: Iterable[str]) -> frozenset[tuple[str, int | None]]:
    """Parse entries like 'searx', 'searx:8888', '[::1]:8888'."""
    parts = (urlsplit(f"//{entry.strip()}") for entry in listed)
    return frozenset((part.hostname, part.port) for part in parts if part.hostname)
