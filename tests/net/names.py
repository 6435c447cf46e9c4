"""A fake resolver with a test's host names."""

import ipaddress
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Event
from typing import Any

_real = socket.getaddrinfo


class Names:
    """A stand-in for the system's resolver: `known` maps names to addresses; all others are unknown.

    A name that is `slow` has no answer until `answered` is set.
    """

    def __init__(self) -> None:
        self.known: Mapping[str, Sequence[str]] = {}
        self.slow: set[str] = set()
        self.answered = Event()

    def __call__(self, host: Any, port: Any, *arguments: Any, **options: Any) -> Any:
        with suppress(ValueError):
            return _real(str(ipaddress.ip_address(host)), port, *arguments, **options)
        if host in self.slow:
            self.answered.wait(60)
        if host not in self.known:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [_found(address, port) for address in self.known[host]]


def _found(address: str, port: int) -> tuple[Any, ...]:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return family, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (address, port)
