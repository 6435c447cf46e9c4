"""Libraries that parse files run apart: in a process of their own, with limits and without our secrets.

What a hostile file does to them ends with that process, and so does the memory that they load.
"""

import asyncio
import logging
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import PIPE
from typing import Any

import orjson

from omniforge.files.errors import Unreadable
from omniforge.shares import Shares

logger = logging.getLogger(__name__)
_SECONDS = 20  # of wall time
_PROCESSOR_SECONDS = 15
_MEMORY = 1 << 30  # bytes of address space
_REFUSED = 65  # EX_DATAERR of sysexits.h: what is wrong stands on standard error
_INHERITED = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH")  # what Python may need to start; no keys
_PROJECT = Path(__file__).resolve().parent.parent.parent
_at_once = Shares(each=2, total=3)  # so that one person's files leave a place for anybody else's
_threads = ThreadPoolExecutor(3, thread_name_prefix="files")
_DAMAGED = "This file is damaged, or far larger than it looks. Save it anew, or send a part of it."
_SHORT, _NICE = 1.0, 5  # after so many seconds of its processor a file lets pages and answers go first

Work = Callable[[dict[str, Any], bytes], bytes]


async def run_apart(
    module: str,
    request: Mapping[str, Any],
    content: bytes = b"",
    *,
    person: Hashable = None,
    failed: str = _DAMAGED,
) -> bytes:
    """Let `python -m <module>`, which calls `serve`, do its work; returns what that gave.

    Three run at a time, two of a `person`; more wait in turn, and with whoever waits their process ends.
    Raises Unreadable if the file is at fault, or took too much time or memory: `failed` says so.
    """
    async with _at_once.slot(person):
        code, out, errors = await _run(module, orjson.dumps(request) + b"\n" + content)
    if code == _REFUSED:
        raise Unreadable(errors.decode())
    if code:
        logger.warning("%s ended with %d: %s", module, code, _last_error(errors))
        raise Unreadable(failed)
    return out


def serve(work: Work) -> None:
    """Do `work` once, in the process made for it: the request and the file come on standard input."""
    signal.signal(signal.SIGPROF, lambda *_: os.nice(_NICE))
    signal.setitimer(signal.ITIMER_PROF, _SHORT)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (_PROCESSOR_SECONDS, _PROCESSOR_SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    request = orjson.loads(sys.stdin.buffer.readline())
    try:
        sys.stdout.buffer.write(work(request, sys.stdin.buffer.read()))
    except Unreadable as error:
        sys.stderr.write(error.message)
        sys.exit(_REFUSED)


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
        """End it, if it has not ended by itself."""
        self._has_ended = True
        if self._process:
            self._process.kill()


def _last_error(stderr: bytes) -> str:
    """Return the name of the exception that ended a process; its message may hold what is in the file."""
    lines = stderr.decode(errors="replace").strip().splitlines() or ["no word"]
    return lines[-1].partition(":")[0]
