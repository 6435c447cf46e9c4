"""Stops the programs of a killed supervisor, so that the next start finds its port free.

A separate process reads a pipe from the supervisor. When the supervisor dies, for whatever reason, the pipe
closes, and the guard stops the programs still listed. That works on every POSIX system without their help.
"""

import os
import signal
import time
from contextlib import suppress

_PATIENCE = 5.0  # seconds between SIGTERM and SIGKILL


class Guard:
    """Create it before any thread is started, since it forks."""

    def __init__(self) -> None:
        reader, self._writer = os.pipe()
        if os.fork():
            os.close(reader)
            return
        os.close(self._writer)
        os.setsid()  # detach from the terminal, whose Ctrl-C must not reach this process
        _watch(reader)
        os._exit(0)

    def note_start(self, group: int) -> None:
        """Add a process group to stop if the supervisor is killed."""
        self._tell(f"+{group}\n")

    def note_end(self, group: int) -> None:
        """Remove an ended process group: its number may be reused."""
        self._tell(f"-{group}\n")

    def _tell(self, line: str) -> None:
        with suppress(OSError):  # somebody has killed the guard; the programs continue
            os.write(self._writer, line.encode())


def _watch(reader: int) -> None:
    groups = set[int]()
    with open(reader) as lines:
        for line in lines:
            (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
    _send(groups, signal.SIGTERM)
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline and (groups := _send(groups, 0)):
        time.sleep(0.05)
    _send(groups, signal.SIGKILL)


def _send(groups: set[int], sign: int) -> set[int]:
    """Send a signal to each group. Returns those that still exist."""
    return {group for group in groups if signal_group(group, sign)}


def signal_group(group: int, sign: int) -> bool:
    """Send a signal to a process group. Returns whether it exists."""
    try:
        os.killpg(group, sign)
    except ProcessLookupError:
        return False
    except PermissionError:  # macOS raises it for a group with only zombies left
        return False
    return True
