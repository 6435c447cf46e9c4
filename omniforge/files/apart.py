"""Libraries that parse files run apart: in a process of their own, with limits and without our secrets.

What a hostile file does to them ends with that process, and so does the memory that they load.
"""

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import PIPE
from typing import Any

import orjson

from omniforge.files.errors import Unreadable
from omniforge.files.program import REFUSED
from omniforge.shares import Shares

logger = logging.getLogger(__name__)
_SECONDS = 20  # of wall time
_INHERITED = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH")  # what Python may need to start; no keys
_PROJECT = Path(__file__).resolve().parent.parent.parent
_at_once = Shares(each=2, total=3)  # so that one person's files leave a place for anybody else's
_threads = ThreadPoolExecutor(3, thread_name_prefix="files")
_DAMAGED = "This file is damaged, or far larger than it looks. Save it anew, or send a part of it."


async def run_apart(
    module: str,
    request: Mapping[str, Any],
    content: bytes = b"",
    *,
    person: Hashable = None,
    failed: str = _DAMAGED,
) -> bytes:
    """Let `python -m <module>`, which calls `serve` of program.py, do its work; returns what that gave.

    Three run at a time, two of a `person`; more wait in turn, and with whoever waits their process ends.
    Raises Unreadable if the file is at fault, or took too much time or memory: `failed` says so.
    """
    async with _at_once.slot(person):
        code, out, errors = await _run(module, orjson.dumps(request) + b"\n" + content)
    if code == REFUSED:
        raise Unreadable(errors.decode())
    if code:
        logger.warning("%s ended with %d: %s", module, code, _last_error(errors))
        raise Unreadable(failed)
    return out


async def _run(module: str, data: bytes) -> tuple[int, bytes, bytes]:
    """Return how the process ended, what it gave and what it complained of."""
    reader = _Reader(module)
    try:
        return await asyncio.get_running_loop().run_in_executor(_threads, reader.read, data)
    finally:
        reader.end()


class _Reader:
    """A process that reads one file, in a thread that waits for it: on a busy machine it starts slowly."""

    def __init__(self, module: str) -> None:
        self._command = [sys.executable, "-m", module]
        self._process: subprocess.Popen[bytes] | None = None
        self._has_ended = False

    def read(self, data: bytes) -> tuple[int, bytes, bytes]:
        env = {name: os.environ[name] for name in _INHERITED if name in os.environ}
        with subprocess.Popen(
            self._command, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=_PROJECT, env=env
        ) as self._process:
            if self._has_ended:  # before it could be told so
                self._process.kill()
            try:
                out, errors = self._process.communicate(data, timeout=_SECONDS)
            except subprocess.TimeoutExpired as error:
                self._process.kill()
                raise Unreadable("This file takes too long. Send a smaller one, or a part of it.") from error
        return self._process.returncode, out, errors

    def end(self) -> None:
        self._has_ended = True
        if self._process:
            self._process.kill()


def _last_error(stderr: bytes) -> str:
    """Return the name of the exception that ended a process; its message may hold what is in the file."""
    lines = stderr.decode(errors="replace").strip().splitlines() or ["no word"]
    return lines[-1].partition(":")[0]
