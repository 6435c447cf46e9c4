"""A real site: `manage.py serve` in its own process, on a free port, with its own state."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tests.forking import Forked, fork
from tests.ports import free_port, wait_for_port

ROOT = Path(__file__).resolve().parent.parent
Process = Forked | subprocess.Popen[bytes]


def _environment(var: Path) -> dict[str, str]:
    """Return this process's environment without its keys, with the site's own state and settings."""
    inherited = {k: v for k, v in os.environ.items() if k not in ("SECRET_KEY", "FIELD_ENCRYPTION_KEY")}
    return inherited | {
        "DJANGO_SETTINGS_MODULE": "omniforge.settings",
        "OMNIFORGE_VAR": str(var),
        "DATABASE_URL": f"sqlite:///{var / 'omniforge.sqlite3'}",
    }


class Site:
    """One site. `var` holds its database, keys and log; further variables go into its environment."""

    begin: Callable[..., Process] = staticmethod(subprocess.Popen)  # how its processes are started

    def __init__(self, var: Path, **variables: str) -> None:
        self.var = var
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.ws_url = f"ws://127.0.0.1:{self.port}/ws/chat/"
        self.env = _environment(var) | variables
        self.serving = ["manage.py", "serve"]  # Python's arguments for the web process
        self.process: Process | None = None

    @property
    def pid(self) -> int:
        """The web process. Raises RuntimeError before start()."""
        if self.process is None:
            raise RuntimeError("The site has not been started.")
        return self.process.pid

    @property
    def log(self) -> str:
        """Everything that the web process has written so far."""
        return (self.var / "serve.log").read_text()

    def manage(self, *arguments: str) -> str:
        """Run a management command on this site's state and return its output."""
        command = [sys.executable, "manage.py", *arguments]
        with tempfile.TemporaryFile() as told, tempfile.TemporaryFile() as complaint:
            process = self.begin(command, cwd=ROOT, env=self.env, stdout=told, stderr=complaint)
            try:
                code = process.wait(timeout=300)
            finally:
                process.kill()
            if code:
                raise RuntimeError(f"manage.py {arguments[0]} failed: {_text(complaint).strip()}")
            return _text(told)

    def start(self) -> None:
        """Start the web process and wait until it answers. RuntimeError with its log if it doesn't."""
        command = [sys.executable, *self.serving, "--port", str(self.port)]
        with (self.var / "serve.log").open("ab") as log:
            self.process = self.begin(command, cwd=ROOT, env=self.env, stdout=log, stderr=log)
        try:
            wait_for_port(self.port, self.process)
        except RuntimeError as error:
            raise RuntimeError(f"{error}\n{self.log}") from error

    @contextmanager
    def beside(self, module: str, *arguments: str, log: IO[bytes] | None = None) -> Iterator[Process]:
        """Run a module (another server, the worker) on this site's state; stopped by SIGTERM."""
        with log or self._log_of(module).open("wb") as out:
            command = [sys.executable, "-m", module, *arguments]
            process = self.begin(command, cwd=ROOT, env=self.env, stdout=out, stderr=out)
        try:
            yield process
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=180)
        finally:
            process.kill()

    @contextmanager
    def behind_uvicorn(self, port: int) -> Iterator[Path]:
        """Serve this site by uvicorn, as an operator may; yields its log."""
        options = ("--lifespan", "on", "--ws", "websockets-sansio", "--port", str(port))
        with self.beside("uvicorn", "omniforge.asgi:application", *options) as process:
            wait_for_port(port, process)
            yield self._log_of("uvicorn")

    def _log_of(self, module: str) -> Path:
        return self.var / f"{module}.log"

    def kill(self) -> None:
        """Kill the web process: SIGKILL, without cleanup."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Stop the web process by SIGTERM; returns its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, sign: signal.Signals) -> int:
        if self.process is None:
            return 0
        process, self.process = self.process, None
        process.send_signal(sign)
        try:
            return process.wait(timeout=180)
        finally:
            process.kill()  # a process that doesn't stop must not outlive the failing test


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


def begin_by_forking() -> None:
    """Start all sites by forking from now on."""
    Site.begin = staticmethod(fork)


def copy_state(var: Path, to: Path) -> Path:
    """Copy a site's folder. Most of it, collected static files, is never written again and is linked."""
    return Path(shutil.copytree(var, to, copy_function=_copy))


def _copy(source: str, target: str) -> None:
    is_collected = "/static/" in source and not source.endswith((".json", ".collected"))
    (os.link if is_collected else shutil.copy2)(source, target)
