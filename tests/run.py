"""`make test`: the whole suite on SQLite, and beside it what could differ there on a real PostgreSQL."""

import os
import subprocess
import sys
import tempfile
from typing import IO

from tests import services

CORES = os.cpu_count() or 2
PYTEST = [sys.executable, "-m", "pytest", "-q", "--dist", "loadfile", "--no-loadscope-reorder"]

# No row at all, or sites with a database of their own: each worker would only collect them.
ELSEWHERE = ("bench", "browser", "intent", "journeys", "js", "llm", "net", "redaction", "standin", "tables")


def main() -> int:
    """Run both at once, as started sites and browsers are also waited for and queries are not.

    Returns 1 where either fails, or where CI lacks a service.
    """
    print("--- The suite on SQLite", flush=True)
    with tempfile.TemporaryFile() as told, _started(workers=CORES + 2) as on_sqlite:
        failed = _fails_on_postgres(told)
        failed |= on_sqlite.wait() != 0
        told.seek(0)
        print(f"--- The suite on PostgreSQL\n{told.read().decode()}", flush=True)
    return int(failed)


def _fails_on_postgres(told: IO[bytes]) -> bool:
    left_out = (f"--ignore=tests/{folder}" for folder in ELSEWHERE)
    selected = ("-m", "database and not browser", *left_out)
    try:
        with services.postgres() as url:
            workers = max(1, CORES // 2)
            return _started(*selected, workers=workers, told=told, TEST_DATABASE_URL=url).wait() != 0
    except ImportError:
        return services.missing_on_ci({"PostgreSQL"})


def _started(
    *arguments: str, workers: int, told: IO[bytes] | None = None, **variables: str
) -> subprocess.Popen[bytes]:
    command = [*PYTEST, "-n", str(workers), *arguments]
    return subprocess.Popen(command, env=os.environ | variables, stdout=told)


if __name__ == "__main__":
    sys.exit(main())
