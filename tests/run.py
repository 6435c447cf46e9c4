"""`make test`: the whole suite on SQLite, then what uses the database on a real PostgreSQL."""

import os
import subprocess
import sys

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
)
# No row at all, or sites with a database of their own: each worker would only collect them.
ELSEWHERE = ("bench", "browser", "intent", "journeys", "js", "llm", "net", "redaction", "standin", "tables")
# Ten seconds of a processor, in a process that knows no other database.
ENDLESS = "tests/agents/tools/builtin/test_tables.py::test_a_query_without_end_is_stopped"


def main() -> int:
    """Run both; returns 1 where either fails, or where CI lacks a service."""
    # Two workers more than cores, as started sites and browsers are also waited for; queries are not.
    failed = _run("SQLite", workers=CORES + 2)
    try:
        with services.postgres() as url:
            paths = (*ON_SQLITE_ALONE, *(f"tests/{folder}" for folder in ELSEWHERE))
            left_out = (f"--ignore-glob={path}" for path in paths)
            selected = ("-m", "database and not browser", *left_out, f"--deselect={ENDLESS}")
            failed |= _run("PostgreSQL", *selected, workers=CORES, TEST_DATABASE_URL=url)
    except ImportError:
        failed |= services.missing_on_ci({"PostgreSQL"})
    return int(failed)


def _run(database: str, *arguments: str, workers: int, **variables: str) -> bool:
    print(f"--- The suite on {database}", flush=True)
    command = [*PYTEST, "-n", str(workers), *arguments]
    return subprocess.run(command, env=os.environ | variables, check=False).returncode != 0


if __name__ == "__main__":
    sys.exit(main())
