"""Files that are there whole or not at all, through to the disk, and readable by their owner alone."""

import os
from pathlib import Path


def write_durably(path: Path, content: bytes, *, modified: float | None = None) -> None:
    """Put `content` at `path`, in the place of what was there; its folder is made where it is missing.

    `modified` is the file's time of change in seconds of Unix time. Raises OSError.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    if modified is not None:
        os.utime(draft, (modified, modified))
    draft.replace(path)
    directory = os.open(path.parent, os.O_RDONLY)
    os.fsync(directory)
    os.close(directory)
