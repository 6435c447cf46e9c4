"""`python -m tests.js.check`: style and types of all scripts, by the tools that package-lock.json pins."""

import os
import subprocess
import sys
from pathlib import Path

from tests.js.node import node, npm
from tests.site import ROOT

LOCK = ROOT / "package-lock.json"
INSTALLED = ROOT / "node_modules" / ".package-lock.json"  # npm writes it when all is there


def check() -> int:
    """Return 0 if there is nothing to say about any script."""
    if not _is_installed():
        _run([*npm(), "ci", "--silent"], check=True)
        INSTALLED.touch()
    style = _run(
        [node(), "node_modules/eslint/bin/eslint.js", "--max-warnings", "0", "static/js", "tests/js"]
    )
    types = _run([node(), "node_modules/typescript/bin/tsc", "--project", "."])
    return style or types


def _is_installed() -> bool:
    return INSTALLED.exists() and INSTALLED.stat().st_mtime >= LOCK.stat().st_mtime


def _run(command: list[str], check: bool = False) -> int:
    """Run `command`, whose own scripts find the same node."""
    path = f"{Path(command[0]).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(command, cwd=ROOT, env=os.environ | {"PATH": path}, check=check).returncode


if __name__ == "__main__":
    sys.exit(check())
