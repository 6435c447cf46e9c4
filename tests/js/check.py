"""`python -m tests.js.check`: style and types of all scripts, by the tools pinned in package-lock.json."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.js.node import node, npm
from tests.site import ROOT

LOCK = ROOT / "package-lock.json"
INSTALLED = ROOT / "node_modules" / ".package-lock.json"  # npm writes it when all is there


def check() -> int:
    """Return 0 if there is nothing to say about any script."""
    if not is_installed():
        _run([*npm(), "ci", "--silent"], check=True)
        INSTALLED.touch()
    style = _run(
        [node(), "node_modules/eslint/bin/eslint.js", "--max-warnings", "0", "static/js", "tests/js"]
    )
    return style or _check_types()


def _check_types() -> int:
    """Return 1 after printing what is wrong, unless that is in vendored files, which are not ours to mend."""
    tsc = [node(), "node_modules/typescript/bin/tsc", "--project", ".", "--pretty", "false"]
    said = subprocess.run(tsc, cwd=ROOT, capture_output=True, text=True).stdout
    ours = [
        message for message in re.split(r"\n(?! )", said.strip()) if not message.startswith("static/vendor/")
    ]
    print("\n".join(ours), end="\n" if any(ours) else "")
    return int(any(ours))


def is_installed() -> bool:
    """Return whether npm has installed what package-lock.json names."""
    return INSTALLED.exists() and INSTALLED.stat().st_mtime >= LOCK.stat().st_mtime


def _run(command: list[str], check: bool = False) -> int:
    """Run `command`, whose own scripts find the same node."""
    path = f"{Path(command[0]).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(command, cwd=ROOT, env=os.environ | {"PATH": path}, check=check).returncode


if __name__ == "__main__":
    sys.exit(check())
