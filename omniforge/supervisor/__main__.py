"""`python -m omniforge.supervisor --port 8000`: run the Procfile until Ctrl-C or SIGTERM."""

import argparse
import os
import sys
from pathlib import Path

from omniforge.supervisor.procfile import read_procfile
from omniforge.supervisor.supervisor import Supervisor


def main() -> int:
    """Return 0 after Ctrl-C or SIGTERM, or the exit code of a program that refused to start."""
    parser = argparse.ArgumentParser(description="Run what the Procfile names.")
    parser.add_argument("--procfile", type=Path, default=Path("Procfile"))
    parser.add_argument("--port", default=os.environ.get("PORT", "8000"))
    given = parser.parse_args()
    os.environ |= {"PORT": given.port, "PYTHONUNBUFFERED": "1"}
    return Supervisor(read_procfile(given.procfile)).run()


if __name__ == "__main__":
    sys.exit(main())
