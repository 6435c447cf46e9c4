"""A full disk, for one process alone."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_room(pid: int) -> Iterator[None]:
    """Let a process write no byte to any file, as on a full disk. It holds for root and mounts nothing."""
    limit = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, limit[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, limit)
