"""Ports on loopback, and waiting until something listens there."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from functools import cache
from itertools import cycle

# Below the ephemeral range, so that between a site's stop and its next start nobody else is given its port.
# Each worker has its own range, also those of the parallel run on PostgreSQL.
_EACH = 1_000
WORKER = "OMNIFORGE_TEST_WORKER"  # the variable with the worker's number
OLLAMA = 11_434  # where it listens if nobody says otherwise
_KEPT = (10_080, OLLAMA)  # browsers open nothing at the first


def free_port() -> int:
    """Return a free port of 127.0.0.1, not reused until this worker's range is exhausted."""
    return next(port for port in _own_ports() if port not in _KEPT and is_free(port))


@cache
def _own_ports() -> Iterator[int]:
    worker = int(os.environ.get(WORKER, "0")) + 10 * ("TEST_DATABASE_URL" in os.environ)
    first = 10_000 + _EACH * (worker % 20)
    begin = os.getpid() % _EACH  # start elsewhere than another run on this machine
    return cycle([*range(first + begin, first + _EACH), *range(first, first + begin)])


def is_free(port: int) -> bool:
    """Return whether nobody listens there."""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def wait_for_port(port: int, process: subprocess.Popen, seconds: float = 180) -> None:
    """Wait until `process` listens on `port`; RuntimeError if it ends first or takes longer."""
    deadline = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError(f"nothing listens on port {port}: {process.args} ended with {process.poll()}")
