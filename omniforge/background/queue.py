"""The embedded queue, for a site without Redis: a folder in which each message is a file.

A file gets its name when it is complete, and whoever deletes it has the message. So no lock is needed, and
taking a message needs no disk space. Names begin with the time, so the oldest comes first.
"""

import logging
import time
from collections import defaultdict, deque
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from queue import Empty
from typing import Any
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, virtual
from kombu.utils.json import dumps, loads

logger = logging.getLogger(__name__)

SCHEME = "folder"
_POLL = 0.1  # seconds


class FolderChannel(virtual.Channel):
    """Reads and writes the files of `transport_options["folder"]`."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._listed: defaultdict[str, deque[Path]] = defaultdict(deque)
        self._stuck: set[str] = set()

    @cached_property
    def _folder(self) -> Path:
        client: Any = self.connection.client
        return Path(client.transport_options["folder"])

    def _put(self, queue: str, message: Any, **options: Any) -> None:
        """Add a message. Raises ChannelError if it cannot be written, and then leaves no file behind."""
        draft = self._folder / f".{uuid4().hex}.draft"
        try:
            draft.write_text(dumps(message))
            draft.rename(self._folder / f"{time.time_ns():020}_{uuid4().hex}.{queue}.msg")
        except OSError as error:
            with suppress(OSError):  # the first failure gives the reason, and workers ignore drafts
                draft.unlink()
            raise ChannelError(f"The queue cannot be written: {error.strerror}") from error

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        """Return the oldest message and delete its file. Raises Empty."""
        listed = self._listed[queue]
        listed.extend(() if listed else self._files(queue))
        while listed:
            message = self._claim(listed.popleft())
            if message is not None:
                return message
        raise Empty

    def _claim(self, file: Path) -> Any:
        """Return the message of a file, or None if another worker has taken it or it cannot be read."""
        try:
            message = self._read(file)
            file.unlink()
        except FileNotFoundError:  # another worker was faster
            return None
        except OSError as error:
            self._tell_once(file, error.strerror or "it cannot be read")
            return None
        except Exception as error:  # a file may contain anything, and must not stop the worker
            self._set_aside(file, error)
            return None
        return message

    def _read(self, file: Path) -> Any:
        message = loads(file.read_bytes().decode())
        self.Message(message, channel=self)  # raises here instead of in the worker, which would stop
        return message

    def _set_aside(self, file: Path, error: Exception) -> None:
        damaged = damaged_folder(self._folder)
        try:
            damaged.mkdir(exist_ok=True)
            file.rename(damaged / file.name)
        except FileNotFoundError:  # another worker was faster
            return
        except OSError:
            self._tell_once(file, "it is damaged and cannot be moved")
        else:
            logger.error("%s is damaged (%s) and was moved to %s", file.name, type(error).__name__, damaged)

    def _tell_once(self, file: Path, what: str) -> None:
        if file.name not in self._stuck:
            self._stuck.add(file.name)
            logger.error("%s stays in the queue: %s", file.name, what)

    def _files(self, queue: str) -> list[Path]:
        try:
            return sorted(self._folder.glob(f"[!.]*.{queue}.msg"))
        except OSError as error:
            self._tell_once(self._folder, error.strerror or "it cannot be listed")
            return []

    def _size(self, queue: str) -> int:
        return len(self._files(queue))

    def _purge(self, queue: str) -> int:
        return sum(_delete(file) for file in self._files(queue))


class FolderTransport(virtual.Transport):
    """The Kombu transport of the queue. Waits are short: a worker checks for shutdown between two of them."""

    Channel = FolderChannel
    driver_type = driver_name = SCHEME
    polling_interval = _POLL

    def drain_events(self, connection: Any, timeout: float | None = None, **options: Any) -> None:
        """Handle one message. Raises TimeoutError if none arrives within 0.1 seconds."""
        super().drain_events(connection, timeout=_POLL)

    def driver_version(self) -> str:
        return "1"


def damaged_folder(folder: Path) -> Path:
    """Return the folder of unreadable messages."""
    return folder.with_name("damaged")


def times_sent(folder: Path) -> list[float]:
    """Return the Unix times, in seconds, at which the waiting messages were sent."""
    names = (file.name.partition("_")[0] for file in folder.glob("[!.]*.msg"))
    return [int(name) / 1e9 for name in names if name.isdecimal()]


def _delete(file: Path) -> bool:
    with suppress(FileNotFoundError):
        file.unlink()
        return True
    return False


TRANSPORT_ALIASES[SCHEME] = f"{__name__}:{FolderTransport.__name__}"
