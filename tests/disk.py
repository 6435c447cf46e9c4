"""A full disk, simulated for a single process."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_room(pid: int) -> Iterator[None]:
    """Make all file writes of a process fail, like a full disk. Works for root, without mounting anything."""
    limit = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, limit[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, limit)
