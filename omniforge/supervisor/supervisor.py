"""Keeps programs running: restarts those that die, with growing pauses."""

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Lock, Thread
from types import FrameType

from omniforge.supervisor.guard import Guard, signal_group
from omniforge.supervisor.procfile import Program

_LONGEST_PAUSE = 60.0  # seconds
_STEADY = 60.0  # seconds after which the pauses start over
_PATIENCE = 30.0  # seconds for a program to end before it is killed
_LAST_WORDS = 2.0  # seconds
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Supervisor:
    """Runs programs until Ctrl-C, SIGTERM, or until one refuses to start (exit code EX_CONFIG).

    Each program has its own process group: the terminal's Ctrl-C reaches only the supervisor, which then
    stops them gracefully. `first_pause` and `steady` are seconds.
    """

    def __init__(
        self, programs: Sequence[Program], *, first_pause: float = 1.0, steady: float = _STEADY
    ) -> None:
        self._programs = programs
        self._first_pause, self._steady = first_pause, steady
        self._width = max(len(program.name) for program in programs)
        self._running: dict[int, subprocess.Popen[bytes]] = {}
        self._starting = Lock()
        self._ending = Event()
        self._codes: SimpleQueue[int] = SimpleQueue()  # SimpleQueue is safe in signal handlers

    def run(self) -> int:
        """Return 0, or the exit code of the program that refused."""
        self._guard = Guard()
        for sign in _ENDING:
            signal.signal(sign, self._on_signal)
        threads = [Thread(target=self._keep, args=(program,)) for program in self._programs]
        for thread in threads:
            thread.start()
        code = self._codes.get()
        self._end(threads)
        return code

    def _on_signal(self, sign: int, frame: FrameType | None) -> None:
        self._codes.put(0)
        if self._ending.is_set():  # a second signal kills at once
            self._signal_all(signal.SIGKILL)

    def _end(self, threads: Sequence[Thread]) -> None:
        with self._starting:
            self._ending.set()
        for process in list(self._running.values()):
            process.terminate()
        deadline = time.monotonic() + _PATIENCE
        for thread in threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        self._signal_all(signal.SIGKILL)
        for sign in _ENDING:  # an exiting interpreter restores the default, which would kill it
            signal.signal(sign, signal.SIG_IGN)

    def _signal_all(self, sign: signal.Signals) -> None:
        for group in list(self._running):
            signal_group(group, sign)

    # --- One program, in its own thread ----------------------------------------------------

    def _keep(self, program: Program) -> None:
        pause = 0.0
        while process := self._start(program):
            began = time.monotonic()
            code = self._see_through(program, process)
            if code == os.EX_CONFIG:
                self._codes.put(code)
                return
            pause = 0.0 if time.monotonic() - began > self._steady else pause
            pause = min(max(2 * pause, self._first_pause), _LONGEST_PAUSE)
            if not self._ending.is_set():
                self._say(program, f"ended with {code}. Starting again in {pause:g} s.\n".encode())
            self._ending.wait(pause)

    def _start(self, program: Program) -> subprocess.Popen[bytes] | None:
        """Start a program, None during shutdown."""
        with self._starting:
            if self._ending.is_set():
                return None
            process = subprocess.Popen(
                program.command,
                shell=True,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            self._running[process.pid] = process
            self._guard.note_start(process.pid)
        return process

    def _see_through(self, program: Program, process: subprocess.Popen[bytes]) -> int:
        """Forward a program's output until it ends. Returns its exit code."""
        copying = Thread(target=self._copy, args=(program, process), daemon=True)
        copying.start()
        code = process.wait()
        signal_group(process.pid, signal.SIGKILL)  # processes that it started itself
        self._guard.note_end(process.pid)
        del self._running[process.pid]
        copying.join(_LAST_WORDS)
        return code

    def _copy(self, program: Program, process: subprocess.Popen[bytes]) -> None:
        for line in process.stdout or ():
            self._say(program, line.rstrip(b"\n") + b"\n")

    def _say(self, program: Program, line: bytes) -> None:
        prefix = f"{time.strftime('%H:%M:%S')} {program.name:{self._width}} | "
        with suppress(OSError):  # a closed terminal or a full disk must not stop it
            os.write(1, prefix.encode() + line)
