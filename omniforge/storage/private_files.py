"""What the site keeps on disk is for its own user alone."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_OTHERS = 0o077  # what group and others may do


def keep_to_ourselves(folder: Path) -> None:
    """Make the folder, and from now on nothing that anybody else can read, whatever the shell says."""
    os.umask(_OTHERS)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def tighten(folder: Path, *, public: Path) -> None:
    """Take from group and others what they may do in a folder, except in its `public` part."""
    for path in (folder, *_below(folder, public)):
        with suppress(FileNotFoundError):  # a file of a running site may be gone by now
            _tighten_one(path)


def _tighten_one(path: Path) -> None:
    mode = path.lstat().st_mode
    if mode & _OTHERS and not path.is_symlink():
        path.chmod(mode & 0o7700)


def _below(folder: Path, public: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if Path(parent, name) != public]
        yield from (Path(parent, name) for name in (*folders, *files))
