"""What the process does that is made for one file: limits first, then its work.

It starts for each file, so it loads no more than that takes: asyncio alone would double it.
"""

import os
import resource
import signal
import sys
from collections.abc import Callable
from typing import Any

import orjson

from omniforge.files.errors import Unreadable

REFUSED = 65  # EX_DATAERR of sysexits.h: what is wrong stands on standard error
_PROCESSOR_SECONDS = 15
_MEMORY = 1 << 30  # bytes of address space
_SHORT, _NICE = 1.0, 5  # after so many seconds of its processor a file lets pages and answers go first

Work = Callable[[dict[str, Any], bytes], bytes]


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
        sys.exit(REFUSED)
    finally:  # a signal that comes while Python ends would end the process without its answer
        signal.setitimer(signal.ITIMER_PROF, 0)
