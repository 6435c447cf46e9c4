"""Atomic, fsynced file writes, readable by the owner alone."""

import os
import secrets
from pathlib import Path


def write_durably(path: Path, content: bytes, *, modified: float | None = None) -> None:
    """Replace the file at `path` by `content`. Creates its folder if needed.

    `modified` is the file's modification time in seconds of Unix time. Raises OSError.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")  # process ids repeat in containers
    try:
        _write_through(draft, content)
        if modified is not None:
            os.utime(draft, (modified, modified))
        draft.replace(path)
    except OSError:  # on a full disk, for example, each try would leave a draft
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
