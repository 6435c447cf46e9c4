"""The spool's files. A file's name has its turn and number of failures, so that every step is atomic.

A file's modification time is its next retry. A turn that is spooled again gets a new file name: a process
that is storing the old one deletes only the file that it has read.
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO
from uuid import UUID

from django.conf import settings
from django.db import OperationalError

_SUFFIX = ".spooled"
_FIRST_PAUSE = 5  # seconds; doubled at each failure
_LONGEST_PAUSE = 600


@dataclass(frozen=True, slots=True, order=True)
class SpoolFile:
    """A file of the spool. The one spooled first sorts first. Times are nanoseconds of Unix time."""

    since: int
    conversation_id: UUID
    turn_id: UUID
    written: int
    failures: int = 0

    @classmethod
    def at(cls, path: Path) -> "SpoolFile":
        since, conversation, turn, written, failures = path.name.removesuffix(_SUFFIX).split("~")
        return cls(int(since), UUID(conversation), UUID(turn), int(written), int(failures))

    @property
    def name(self) -> str:
        ids = f"{self.conversation_id.hex}~{self.turn_id.hex}"
        return f"{self.since:020}~{ids}~{self.written}~{self.failures}{_SUFFIX}"

    @property
    def path(self) -> Path:
        return folder() / self.name

    def is_due(self) -> bool:
        return self.path.exists() and self.path.stat().st_mtime <= time.time()

    def put_off(self) -> None:
        """Count a failure. The pause before the next retry grows with each."""
        due = time.time() + min(_FIRST_PAUSE * 2**self.failures, _LONGEST_PAUSE)
        with suppress(FileNotFoundError):  # Spooled again in the meantime.
            os.utime(self.path, (due, due))
            self.path.rename(replace(self, failures=self.failures + 1).path)

    def set_aside(self) -> None:
        """Move it to the folder of files that are no longer retried."""
        with suppress(FileNotFoundError):  # stored in the meantime
            self.path.rename(folder("failed") / self.name)


def files(*, conversation_id: UUID | None = None, turn_id: UUID | None = None) -> list[SpoolFile]:
    """Return the waiting files, in order, of one conversation, of one turn, or all."""
    one = turn_id or conversation_id
    of_it = f"~{one.hex}~" if one else "~"
    names = (name for name in _listed() if of_it in name and name.endswith(_SUFFIX))
    return [SpoolFile.at(Path(name)) for name in sorted(names)]


def how_many_failed() -> int:
    """Return how many files were set aside."""
    return sum(name.endswith(_SUFFIX) for name in _listed("failed"))


def _listed(*inside: str) -> list[str]:
    # Called for every accepted message: so no glob, which is ten times slower, and no folder is created.
    with suppress(FileNotFoundError):
        return os.listdir(Path(settings.VAR, "spool", *inside))
    return []


def every_path() -> list[Path]:
    """Return all files, including those set aside."""
    return [*folder().glob(f"*{_SUFFIX}"), *folder("failed").glob(f"*{_SUFFIX}")]


def folder(*inside: str) -> Path:
    """Return the spool's folder, or one inside it, creating it if needed."""
    path = Path(settings.VAR, "spool", *inside)
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


class SpoolBusy(OperationalError):
    """Another process is storing spooled turns, for longer than we can wait."""


@contextmanager
def lock_spool(*, patience: float = 0.5) -> Iterator[None]:
    """Lock the spool's folder against other processes.

    Raises SpoolBusy after `patience` seconds: a process that stores a file may
    itself wait for the database.
    """
    with (folder() / ".lock").open("w") as lock:
        _lock(lock, time.monotonic() + patience)
        yield


def _lock(lock: IO[str], deadline: float) -> None:
    while True:
        try:
            return fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() > deadline:
                raise SpoolBusy("the spool is being stored by another process") from error
            time.sleep(0.01)
