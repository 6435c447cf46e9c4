"""Main function of the process for one file: sets limits, then does the work.

A process is started per file, so imports are minimal: asyncio alone would double its start-up time.
"""

import os
import resource
import signal
import sys
from collections.abc import Callable
from typing import Any

import orjson

from omniforge.files.errors import Unreadable

REFUSED = 65  # EX_DATAERR of sysexits.h: the reason is on stderr
_PROCESSOR_SECONDS = 15
_MEMORY = 1 << 30  # bytes of address space
_SHORT, _NICE = 1.0, 5  # after this much CPU time, at this nice value, pages and answers go first

Work = Callable[[dict[str, Any], bytes], bytes]


def serve(work: Work) -> None:
    """Do `work` once. The request and the file are read from stdin."""
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
        sys.exit(REFUSED)
    finally:  # a signal during interpreter shutdown would lose the answer
        signal.setitimer(signal.ITIMER_PROF, 0)
