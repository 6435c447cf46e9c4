"""Files that are there whole or not at all, through to the disk, and readable by their owner alone."""

import os
import secrets
from pathlib import Path


def write_durably(path: Path, content: bytes, *, modified: float | None = None) -> None:
    """Put `content` at `path`, in the place of what was there; its folder is made where it is missing.

    `modified` is the file's time of change in seconds of Unix time. Raises OSError.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")  # a process number repeats in containers
    try:
        _write_through(draft, content)
        if modified is not None:
            os.utime(draft, (modified, modified))
        draft.replace(path)
    except OSError:  # as on a full disk, on which each try would leave a draft
        draft.unlink(missing_ok=True)
        raise
    directory = os.open(path.parent, os.O_RDONLY)
    os.fsync(directory)
    os.close(directory)


def _write_through(path: Path, content: bytes) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
