"""Runs file-parsing libraries in a separate process, with limits and without our secrets.

A hostile file can harm only that process, and the libraries' memory is freed with it.
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
_INHERITED = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH")  # needed to start Python; no keys
_PROJECT = Path(__file__).resolve().parent.parent.parent
_at_once = Shares(each=2, total=3)  # so one person's files leave a slot for others
_threads = ThreadPoolExecutor(3, thread_name_prefix="files")
_DAMAGED = "This file is damaged, or far larger than it looks. Save it anew, or send a part of it."


async def run_isolated(
    module: str,
    request: Mapping[str, Any],
    content: bytes = b"",
    *,
    person: Hashable = None,
    failed: str = _DAMAGED,
) -> bytes:
    """Run `python -m <module>`, which calls `serve` of program.py, and return its output.

    Three run at a time, two of a `person`. More wait in turn. Cancelling the caller kills the process.
    Raises Unreadable with `failed` if the file is at fault, or took too much time or memory.
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
    """Return the process's exit code, stdout and stderr."""
    reader = _Reader(module)
    try:
        return await asyncio.get_running_loop().run_in_executor(_threads, reader.read, data)
    finally:
        reader.end()


class _Reader:
    """A process that reads one file. A thread waits for it, since it starts slowly on a busy machine."""

    def __init__(self, module: str) -> None:
        self._command = [sys.executable, "-m", module]
        self._process: subprocess.Popen[bytes] | None = None
        self._has_ended = False

    def read(self, data: bytes) -> tuple[int, bytes, bytes]:
        env = {name: os.environ[name] for name in _INHERITED if name in os.environ}
        with subprocess.Popen(
            self._command, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=_PROJECT, env=env
        ) as self._process:
            if self._has_ended:  # before it had started
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
    """Return the name of the exception that ended a process. Its message may quote the file."""
    lines = stderr.decode(errors="replace").strip().splitlines() or ["no word"]
    return lines[-1].partition(":")[0]
