"""Files are read and written by forks of a process that has loaded the libraries for it.

Each file has its own process, as on a site (`omniforge/files/subprocesses.py`), with the same limits and the
same bare environment. Modules that are not preloaded, like tests/files/greedy.py, start as on a site.
"""

import gc
import os
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from tempfile import TemporaryFile
from typing import Any

from omniforge.files import program, subprocesses
from tests.forking import Forked, fork

_PROGRAMS = {
    "agents.tools.sources.parsing",
    "omniforge.files.querying",
    "omniforge.files.reading",
    "omniforge.files.reading.whole",
    "omniforge.files.writing",
}
_LIBRARIES = (
    "agents.tools.sources.items",
    "feedparser",
    "omniforge.files.querying.database",
    "omniforge.files.reading.documents",
    "omniforge.files.reading.pdf",
    "omniforge.files.reading.workbooks",
    "omniforge.files.writing.documents",
    "omniforge.files.writing.workbooks",
)


class ForkedReader(subprocesses._Reader):
    """A process that reads one file, without a timeout."""

    _fork: Forked | None = None

    def read(self, data: bytes) -> tuple[int, bytes, bytes]:
        if self._command[-1] not in _PROGRAMS:
            return super().read(data)
        with TemporaryFile() as given, _Pipe() as out, _Pipe() as errors:
            given.write(data)
            given.seek(0)
            self._fork = fork(
                self._command,
                cwd=subprocesses._PROJECT,
                env={name: os.environ[name] for name in subprocesses._INHERITED if name in os.environ},
                stdin=given,
                stdout=out.end,
                stderr=errors.end,
                loaded=__name__,
            )
            if self._has_ended:
                self._fork.kill()
            told = out.read(), errors.read()
            return self._fork.wait(), *told

    def end(self) -> None:
        super().end()
        if self._fork:
            self._fork.kill()


class _Pipe:
    """A pipe for a process's output."""

    def __init__(self) -> None:
        own, end = os.pipe()
        self._own, self.end = os.fdopen(own, "rb"), os.fdopen(end, "wb")

    def __enter__(self) -> "_Pipe":
        return self

    def __exit__(self, *_: object) -> None:
        self._own.close()
        self.end.close()

    def read(self) -> bytes:
        self.end.close()
        return self._own.read()


def read_by_forking() -> None:
    """Read and write all files by forking from now on."""
    subprocesses._Reader = ForkedReader  # type: ignore[misc]


def load() -> None:
    for name in _LIBRARIES:
        import_module(name)
    gc.freeze()


def forget() -> None:
    """Nothing of it knows of a setting. What is loaded must not be taken apart by each fork at its end."""
    program.serve = _serve_and_leave


def _serve_and_leave(work: program.Work, serve: Callable[[program.Work], None] = program.serve) -> None:
    code: Any = 1
    try:
        serve(work)
        code = 0
    except SystemExit as refused:
        code = refused.code
    except Exception:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
