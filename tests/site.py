"""The site as a person runs it: `manage.py serve` in its own process, on a free port, with its own state."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.ports import free_port, wait_for_port

ROOT = Path(__file__).resolve().parent.parent


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

    def __init__(self, var: Path, **variables: str) -> None:
        self.var = var
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.ws_url = f"ws://127.0.0.1:{self.port}/ws/chat/"
        self.env = _environment(var) | variables
        self.serving = ["manage.py", "serve"]  # what Python is given to run the web process
        self.process: subprocess.Popen[bytes] | None = None

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
        """Run a management command on this site's state and return what it printed."""
        command = [sys.executable, "manage.py", *arguments]
        ended = subprocess.run(command, cwd=ROOT, env=self.env, capture_output=True, text=True, timeout=300)
        if ended.returncode:
            raise RuntimeError(f"manage.py {arguments[0]} failed: {ended.stderr.strip()}")
        return ended.stdout

    def start(self) -> None:
        """Start the web process and return when it answers. RuntimeError with its log where it does not."""
        command = [sys.executable, *self.serving, "--port", str(self.port)]
        with (self.var / "serve.log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.env, stdout=log, stderr=log)
        try:
            wait_for_port(self.port, self.process)
        except RuntimeError as error:
            raise RuntimeError(f"{error}\n{self.log}") from error

    def kill(self) -> None:
        """End the web process as a crash does: SIGKILL, nothing is tidied."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """End the web process as an operator does, SIGTERM; returns its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, sign: signal.Signals) -> int:
        if self.process is None:
            return 0
        process, self.process = self.process, None
        process.send_signal(sign)
        try:
            return process.wait(timeout=180)
        finally:
            process.kill()  # one that would not end must not outlive the test that says so
