"""A Redis for a single test, which can kill it and restart it on the same port."""

import subprocess
from pathlib import Path

from tests.ports import free_port, wait_for_port

_FORGETFUL = ("--save", "", "--appendonly", "no")


class RedisServer:
    """One Redis on loopback. `program` is its executable, `folder` its working directory."""

    def __init__(self, program: str, folder: Path) -> None:
        self._command = [program, "--bind", "127.0.0.1", *_FORGETFUL]
        self._folder = folder
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self._port}/0"

    @property
    def pid(self) -> int:
        """Its process. Raises RuntimeError if it isn't running."""
        if self._process is None:
            raise RuntimeError("Redis does not run.")
        return self._process.pid

    def start(self) -> None:
        """Start it empty, and wait until it answers."""
        command = [*self._command, "--port", str(self._port)]
        self._process = subprocess.Popen(command, cwd=self._folder, stdout=subprocess.DEVNULL)
        wait_for_port(self._port, self._process)

    def kill(self) -> None:
        """Kill it with all its data."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None
