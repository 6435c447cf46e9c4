"""Libraries that parse files run apart: in a process of their own, with limits and without our secrets.

What a hostile file does to them ends with that process, and so does the memory that they load.
"""

import asyncio
import logging
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import orjson

from agents.files.errors import Unreadable

logger = logging.getLogger(__name__)
_SECONDS = 20  # of wall time
_PROCESSOR_SECONDS = 15
_MEMORY = 1 << 30  # bytes of address space
_REFUSED = 65  # EX_DATAERR of sysexits.h: what is wrong stands on standard error
_INHERITED = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH")  # what Python may need to start; no keys
_PROJECT = Path(__file__).resolve().parent.parent.parent
_at_once = ThreadPoolExecutor(2, thread_name_prefix="files")

Work = Callable[[dict[str, Any], bytes], bytes]


async def run_apart(module: str, request: Mapping[str, Any], content: bytes = b"") -> bytes:
    """Let `python -m <module>`, which calls `serve`, do its work; returns what that gave.

    At most two run at a time. Raises Unreadable where the file is at fault, or took too much time or memory.
    """
    data = orjson.dumps(request) + b"\n" + content
    return await asyncio.get_running_loop().run_in_executor(_at_once, _run, module, data)


def serve(work: Work) -> None:
    """Do `work` once, in the process made for it: the request and the file come on standard input."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (_PROCESSOR_SECONDS, _PROCESSOR_SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    request = orjson.loads(sys.stdin.buffer.readline())
    try:
        sys.stdout.buffer.write(work(request, sys.stdin.buffer.read()))
    except Unreadable as error:
        sys.stderr.write(error.message)
        sys.exit(_REFUSED)


def _run(module: str, data: bytes) -> bytes:
    command = [sys.executable, "-m", module]
    env = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    try:
        ended = subprocess.run(
            command, input=data, capture_output=True, timeout=_SECONDS, cwd=_PROJECT, env=env, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise Unreadable("This file takes too long. Send a smaller one, or a part of it.") from error
    if ended.returncode == _REFUSED:
        raise Unreadable(ended.stderr.decode())
    if ended.returncode:
        logger.warning("%s ended with %d: %s", module, ended.returncode, _last_error(ended.stderr))
        raise Unreadable(
            "This file is damaged, or far larger than it looks. Save it anew, or send a part of it."
        )
    return ended.stdout


def _last_error(stderr: bytes) -> str:
    """Return the name of the exception that ended a process; its message may hold what is in the file."""
    lines = stderr.decode(errors="replace").strip().splitlines() or ["no word"]
    return lines[-1].partition(":")[0]
