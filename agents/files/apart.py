"""Libraries that parse files run apart: in a process of their own, with limits and without our secrets.

What a hostile file does to them ends with that process, and so does the memory that they load.
"""

import asyncio
import logging
import os
import resource
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from typing import Any

import orjson

from agents.files.errors import Unreadable
from omniforge.shares import Shares

logger = logging.getLogger(__name__)
_SECONDS = 20  # of wall time
_PROCESSOR_SECONDS = 15
_MEMORY = 1 << 30  # bytes of address space
_REFUSED = 65  # EX_DATAERR of sysexits.h: what is wrong stands on standard error
_INHERITED = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH")  # what Python may need to start; no keys
_PROJECT = Path(__file__).resolve().parent.parent.parent
_at_once = Shares(each=2, total=3)  # so that one person's files leave a place for anybody else's
_NICE = 10  # pages and answers go first

Work = Callable[[dict[str, Any], bytes], bytes]


async def run_apart(
    module: str, request: Mapping[str, Any], content: bytes = b"", *, person: Hashable = None
) -> bytes:
    """Let `python -m <module>`, which calls `serve`, do its work; returns what that gave.

    Three run at a time, two of a `person`; more wait in turn, and with whoever waits their process ends.
    Raises Unreadable if the file is at fault, or took too much time or memory.
    """
    async with _at_once.slot(person):
        code, out, errors = await _run(module, orjson.dumps(request) + b"\n" + content)
    if code == _REFUSED:
        raise Unreadable(errors.decode())
    if code:
        logger.warning("%s ended with %d: %s", module, code, _last_error(errors))
        raise Unreadable(
            "This file is damaged, or far larger than it looks. Save it anew, or send a part of it."
        )
    return out


def serve(work: Work) -> None:
    """Do `work` once, in the process made for it: the request and the file come on standard input."""
    os.nice(_NICE)
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
    """Return how the process ended, what it gave and what it complained of; with its reader it ends too."""
    env = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    command = (sys.executable, "-m", module)
    process = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=_PROJECT, env=env
    )
    try:
        async with asyncio.timeout(_SECONDS):
            out, errors = await process.communicate(data)
    except TimeoutError as error:
        raise Unreadable("This file takes too long. Send a smaller one, or a part of it.") from error
    finally:
        await _end(process)
    return process.returncode or 0, out, errors


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.kill()
        await process.wait()


def _last_error(stderr: bytes) -> str:
    """Return the name of the exception that ended a process; its message may hold what is in the file."""
    lines = stderr.decode(errors="replace").strip().splitlines() or ["no word"]
    return lines[-1].partition(":")[0]
