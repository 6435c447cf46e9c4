"""Begins a site's processes as forks of one that has loaded what no setting decides: four fifths of a start.

A fork then runs `manage.py` with its own arguments, environment and output, as any start does. Where the
start itself is tried, a process is begun as people begin it.
"""

import atexit
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import BinaryIO

from tests.loading import forget, load

_NUMBER = 16  # bytes in which a number is told


class Forked:
    """Such a process for who began it, with what `subprocess.Popen` has for it."""

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


def fork(args: list[str], *, cwd: Path, env: dict[str, str], stdout: BinaryIO, stderr: BinaryIO) -> Forked:
    """Begin a process as `subprocess.Popen` does; `args` begin with the path of Python."""
    keeper, its_end = socket.socketpair()
    with its_end:
        socket.send_fds(_server(), [b"."], [its_end.fileno(), stdout.fileno(), stderr.fileno()])
    order = {"args": args[1:], "cwd": str(cwd), "env": env, "umask": _umask()}
    keeper.sendall(json.dumps(order).encode() + b"\n")
    return Forked(args, keeper)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def prepare() -> None:
    """Begin the process that forks, for this process and the forks of this one."""
    _server()


@cache
def _server() -> socket.socket:
    """Return the way to the process that forks; it ends with this one."""
    own, its_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with its_end:
        command = [sys.executable, "-m", "tests.forking", str(its_end.fileno())]
        root = Path(__file__).resolve().parent.parent
        process = subprocess.Popen(command, cwd=root, pass_fds=[its_end.fileno()])
    atexit.register(_end, own, process)
    return own


def _end(way: socket.socket, process: subprocess.Popen[bytes]) -> None:
    way.close()
    process.wait(60)


def _serve(control: socket.socket) -> None:
    """Fork for each order; returns in the forks, which then run it."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how a keeper ended
    while fds := socket.recv_fds(control, 1, 3)[1]:
        if os.fork() == 0:
            control.close()
            return _keep(*fds)
        for fd in fds:
            os.close(fd)
    os._exit(0)


def _keep(asker: int, stdout: int, stderr: int) -> None:
    """Fork once more, tell of that process and, in the end, how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with socket.socket(fileno=asker) as connection:
        order = json.loads(connection.makefile("rb").readline())
        if pid := os.fork():
            connection.sendall(b"%*d" % (_NUMBER, pid))
            connection.sendall(b"%*d" % (_NUMBER, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])))
            os._exit(0)
    for own, its in ((stdout, 1), (stderr, 2)):
        os.dup2(own, its)
        os.close(own)
    os.chdir(order["cwd"])
    os.umask(order["umask"])
    os.environ.clear()
    os.environ.update(order["env"])
    sys.argv = order["args"]


def _run() -> None:
    """Run what `sys.argv` says, as Python does: a file, or a module behind -m.

    What was loaded is for SQLite; a site with another database begins as people begin it.
    """
    if not os.environ["DATABASE_URL"].startswith("sqlite"):
        os.execv(sys.executable, [sys.executable, *sys.argv])
    forget()
    if sys.argv[0] == "-m":
        sys.argv = sys.argv[1:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    load()
    _serve(socket.socket(fileno=int(sys.argv[1])))
    _run()
