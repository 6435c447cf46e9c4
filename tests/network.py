"""Tests reach no network but loopback: an audit hook sees each connection before it is made."""

import ipaddress
import sys
from typing import Any


def forbid_outside() -> None:
    """From now on, connections and DNS lookups beyond this machine raise OutsideReached."""
    sys.addaudithook(_check)


class OutsideReached(Exception):
    """A test tried to leave the machine."""


def _check(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        _require_loopback(arguments[1][0])
    elif event == "socket.getaddrinfo":
        _require_loopback(arguments[0])


def _require_loopback(host: str | bytes | None) -> None:
    name = host.decode() if isinstance(host, bytes) else host or "localhost"
    if name != "localhost" and not _is_loopback(name):
        raise OutsideReached(f"A test tried to reach {name}.")


def _is_loopback(name: str) -> bool:
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
