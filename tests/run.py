"""`make test`: the whole suite on SQLite, then what uses the database on a real PostgreSQL."""

import os
import subprocess
import sys

from tests import services

PYTEST = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile"]


def main() -> int:
    """Run both; returns 1 where either fails, or where CI lacks a service."""
    failed = _run("SQLite")
    try:
        with services.postgres() as url:
            failed |= _run("PostgreSQL", "-m", "database and not browser", TEST_DATABASE_URL=url)
    except ImportError:
        failed |= services.missing_on_ci({"PostgreSQL"})
    return int(failed)


def _run(database: str, *arguments: str, **variables: str) -> bool:
    print(f"--- The suite on {database}", flush=True)
    return subprocess.run([*PYTEST, *arguments], env=os.environ | variables, check=False).returncode != 0


if __name__ == "__main__":
    sys.exit(main())
