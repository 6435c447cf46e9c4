"""`make test`: the whole suite on SQLite, and beside it what uses the database on a real PostgreSQL."""

import os
import subprocess
import sys
import tempfile
from typing import IO

from tests import services

CORES = os.cpu_count() or 2
PYTEST = [sys.executable, "-m", "pytest", "-q", "--dist", "loadfile", "--no-loadscope-reorder"]

# Of the database these ask nothing of its own: services keep, find and lock their rows, tried on both.
# Pages and what models do run on both, as each of them has queries that nothing else makes.
ON_SQLITE_ALONE = (
    "tests/isolation",  # every route as every stranger
    "tests/agents/mcp_servers",  # outside systems
    "tests/calendar",
    "tests/agents/handlers",  # words, and how they are answered
    "tests/agents/knowledge",
    "*_talk.py",
    "tests/agents/tools/test_consent.py",
    "tests/agents/test_actions.py",
    "tests/agents/test_building.py",
    # Counted: each statement that these make, tests that are left make too.
    "tests/agents/runs/test_model_runs.py",
    "tests/agents/runs/test_rule_files.py",
    "tests/agents/runs/test_rule_runs.py",
    "tests/agents/runs/test_visiting.py",
    "tests/agents/scopes",
    "tests/agents/state/test_evidence.py",
    "tests/agents/tools/builtin/test_small.py",
    "tests/agents/tools/test_names.py",
    "tests/agents/tools/test_web.py",
    "tests/conversations/loop/test_limits.py",
    "tests/conversations/loop/test_requests.py",
)
# No row at all, or sites with a database of their own: each worker would only collect them.
ELSEWHERE = ("bench", "browser", "intent", "journeys", "js", "llm", "net", "redaction", "standin", "tables")
# Ten seconds of a processor, in a process that knows no other database.
ENDLESS = "tests/agents/tools/builtin/test_tables.py::test_a_query_without_end_is_stopped"


def main() -> int:
    """Run both at once, as started sites and browsers are also waited for and queries are not.

    Returns 1 where either fails, or where CI lacks a service.
    """
    print("--- The suite on SQLite", flush=True)
    with tempfile.TemporaryFile() as told, _started(workers=CORES + 1) as on_sqlite:
        failed = _fails_on_postgres(told)
        failed |= on_sqlite.wait() != 0
        told.seek(0)
        print(f"--- The suite on PostgreSQL\n{told.read().decode()}", flush=True)
    return int(failed)


def _fails_on_postgres(told: IO[bytes]) -> bool:
    paths = (*ON_SQLITE_ALONE, *(f"tests/{folder}" for folder in ELSEWHERE))
    left_out = (f"--ignore-glob={path}" for path in paths)
    selected = ("-m", "database and not browser", *left_out, f"--deselect={ENDLESS}")
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
