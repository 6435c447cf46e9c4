"""Starts processes as forks of a preloaded one, which saves four fifths of the start-up time.

A fork then runs its file or module with its own arguments, environment, input and output, like any start.
Tests of starting itself start processes as people do. A module with `load` and `forget`, which run before and
after the fork, defines what is preloaded: `tests.loading` for sites, `tests.readers` for files.
"""

import atexit
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO

_NUMBER = 16  # bytes of an encoded number


class Forked:
    """A forked process, with the interface of `subprocess.Popen`."""

    def __init__(self, args: list[str], keeper: socket.socket) -> None:
        self.args = args
        self.returncode: int | None = None
        self._keeper = keeper
        self.pid = int(keeper.recv(_NUMBER, socket.MSG_WAITALL))

    def poll(self) -> int | None:
        """Return the exit code of a process that has ended, minus the signal that ended it."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            self._keeper.settimeout(timeout)
            try:
                self.returncode = int(self._keeper.recv(_NUMBER, socket.MSG_WAITALL))
            except (BlockingIOError, TimeoutError) as error:
                raise subprocess.TimeoutExpired(self.args, timeout or 0) from error
            self._keeper.close()
        return self.returncode

    def send_signal(self, sign: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sign)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def fork(
    args: list[str],
    *,
    cwd: Path,
    env: dict[str, str],
    stdout: IO[bytes],
    stderr: IO[bytes],
    stdin: IO[bytes] | None = None,
    loaded: str = "tests.loading",
) -> Forked:
    """Start a process like `subprocess.Popen`; `args` start with the path of Python."""
    files = [stdout, stderr, stdin] if stdin else [stdout, stderr]
    keeper, its_end = socket.socketpair()
    with its_end:
        fds = [its_end.fileno(), *(file.fileno() for file in files)]
        socket.send_fds(_server(loaded), [b"."], fds)
    order = {"args": args[1:], "cwd": str(cwd), "env": env, "umask": _umask()}
    keeper.sendall(json.dumps(order).encode() + b"\n")
    return Forked(args, keeper)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@cache
def _server(loaded: str) -> socket.socket:
    """Return a connection to the forking process of all workers; it ends with the last of them."""
    run = os.environ.get("OMNIFORGE_TEST_RUN", str(os.getpid()))
    name = f"\0omniforge-{run}-{loaded}"  # an abstract socket, so that no file remains
    while True:
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
            if _is_first(listener, name):
                _begin(listener, loaded)
        way = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with suppress(ConnectionRefusedError):  # the owner isn't listening yet
            way.connect(name)
            atexit.register(way.close)
            return way
        way.close()


def _is_first(listener: socket.socket, name: str) -> bool:
    try:
        listener.bind(name)
    except OSError:  # another worker has the name
        return False
    listener.listen()
    return True


_begun: list[subprocess.Popen[bytes]] = []  # not waited for; the reference avoids a ResourceWarning


def _begin(listener: socket.socket, loaded: str) -> None:
    command = [sys.executable, "-m", "tests.forking", str(listener.fileno()), loaded]
    root = Path(__file__).resolve().parent.parent
    _begun.append(subprocess.Popen(command, cwd=root, pass_fds=[listener.fileno()]))


def _serve(listener: socket.socket) -> None:
    """Fork for each request of a worker; returns in the forks, which then run it."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # exit codes of keepers are ignored
    heard = {listener}
    while True:
        for one in select.select(heard, (), ())[0]:
            if one is listener:
                heard.add(listener.accept()[0])
            elif fds := socket.recv_fds(one, 1, 4)[1]:
                if os.fork() == 0:
                    _close(heard)
                    return _keep(*fds)
                for fd in fds:
                    os.close(fd)
            else:
                heard.remove(one)
                one.close()
        if heard == {listener}:
            os._exit(0)


def _close(sockets: Iterable[socket.socket]) -> None:
    for one in sockets:
        one.close()


def _keep(asker: int, *files: int) -> None:
    """Fork once more, and report that process's pid and exit code."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with socket.socket(fileno=asker) as connection:
        order = json.loads(connection.makefile("rb").readline())
        if pid := os.fork():
            connection.sendall(b"%*d" % (_NUMBER, pid))
            connection.sendall(b"%*d" % (_NUMBER, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])))
            os._exit(0)
    for own, its in zip(files, (1, 2, 0), strict=False):  # standard output, errors and perhaps input
        os.dup2(own, its)
        os.close(own)
    os.chdir(order["cwd"])
    os.umask(order["umask"])
    os.environ.clear()
    os.environ.update(order["env"])
    sys.stdout.reconfigure(write_through="PYTHONUNBUFFERED" in order["env"])  # type: ignore[union-attr]
    sys.argv = order["args"]


def _run() -> None:
    """Run `sys.argv` like Python: a file, or a module after -m."""
    if sys.argv[0] == "-m":
        sys.argv = sys.argv[1:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    loaded = import_module(sys.argv[2])
    loaded.load()
    _serve(socket.socket(fileno=int(sys.argv[1])))
    loaded.forget()
    _run()
