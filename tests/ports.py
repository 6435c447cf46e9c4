"""Ports on loopback, and waiting until something listens there."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from functools import cache
from itertools import cycle

# Below those that the system hands out by itself, so that between a site's end and its next start nobody is
# given its port; and each worker has its own, also of the run on PostgreSQL that goes on beside.
_EACH = 1_000
WORKER = "OMNIFORGE_TEST_WORKER"  # in whose environment its number stands
OLLAMA = 11_434  # where it listens if nobody says otherwise
_KEPT = (10_080, OLLAMA)  # browsers open nothing at the first


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody uses, nor is given until this worker has gone round its own."""
    return next(port for port in _own_ports() if port not in _KEPT and is_free(port))


@cache
def _own_ports() -> Iterator[int]:
    worker = int(os.environ.get(WORKER, "0")) + 10 * ("TEST_DATABASE_URL" in os.environ)
    first = 10_000 + _EACH * (worker % 20)
    begin = os.getpid() % _EACH  # not where another run on this machine begins
    return cycle([*range(first + begin, first + _EACH), *range(first, first + begin)])


def is_free(port: int) -> bool:
    """Return whether nobody listens there."""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def wait_for_port(port: int, process: subprocess.Popen, seconds: float = 180) -> None:
    """Return when `process` listens on `port`; RuntimeError where it ends first or takes longer."""
    deadline = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError(f"nothing listens on port {port}: {process.args} ended with {process.poll()}")
