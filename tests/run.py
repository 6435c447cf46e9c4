"""`make test`: the whole suite on SQLite, and in parallel, on a real PostgreSQL, what could differ there."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

from tests import services

TESTS = Path(__file__).parent
CORES = os.cpu_count() or 2
PYTEST = [sys.executable, "-m", "pytest", "-q"]

# Tests whose result could differ on the other database. Pages, permissions, replies and refusals reach rows
# only through these, and have the same result there as on SQLite.
ON_POSTGRES_TOO = (
    # Claims, leases, fences, locks and transactions, and what is stored late or twice.
    "conversations/repository/*",
    "conversations/spool/*",
    "conversations/loop/test_steering.py",
    "conversations/turns/test_acceptance.py",
    "conversations/turns/test_claim*.py",
    "conversations/turns/test_editing.py",
    "conversations/turns/test_interrupting.py",
    "conversations/turns/test_leases.py",
    "conversations/test_deliveries.py",
    "conversations/test_scheduling.py",
    "conversations/test_settling.py",
    "conversations/test_state.py",
    "agents/test_due.py",
    "agents/tools/test_notify.py",
    # Searches, keyset lists, sums, and numbers of queries.
    "agents/runs/test_budgets.py",
    "agents/test_query_counts.py",
    "agents/tools/builtin/test_change.py",
    "agents/tools/builtin/test_list.py",
    "agents/tools/builtin/test_search.py",
    "conversations/test_lists.py",
    "conversations/test_recall.py",
    "conversations/test_search_index.py",
    "conversations/test_summarising.py",
    "projects/search/*",
    "tenants/test_audit_filters.py",
    "tenants/test_audit_site.py",
    "tenants/test_usage.py",
    # Constraints, versions of rows, fields as JSON or encrypted, migrations, deleting what hangs together.
    "agents/state/*",
    "agents/test_services.py",
    "agents/test_versions.py",
    "conversations/test_retention.py",
    "conversations/test_rotation.py",
    "conversations/test_services.py",
    "files/test_services.py",
    "leaves/*",
    "projects/test_feed.py",
    "projects/test_patches.py",
    "projects/test_retention.py",
    "projects/test_services.py",
    "tenants/test_audit_chain.py",
    "tenants/test_audit_processes.py",
    "tenants/test_services.py",
    "tenants/test_writes.py",
    # Row level security: every path, and entry points at which no workspace is known yet.
    "isolation/test_audited.py",
    "isolation/test_routes.py",
    "isolation/test_row_security.py",
    "isolation/test_writing_keys.py",
    "tenants/test_content_reading.py",
    "tenants/test_sign_in_pages.py",
    "tenants/test_keys.py",
    "tenants/test_people_api.py",
)


def main() -> int:
    """Run both in parallel, since sites and browsers leave the CPU idle at times.

    Returns 1 if either fails, or if CI lacks a service.
    """
    print("--- The suite on SQLite", flush=True)
    with tempfile.TemporaryFile() as told, _started(workers=CORES + 2) as on_sqlite:
        failed = _fails_on_postgres(told)
        failed |= on_sqlite.wait() != 0
        told.seek(0)
        print(f"--- The suite on PostgreSQL\n{told.read().decode()}", flush=True)
    return int(failed)


def _fails_on_postgres(told: IO[bytes]) -> bool:
    selected = ("-m", "database", *_on_postgres_too())
    try:
        with services.postgres() as url:
            workers = CORES // 2 if CORES > 3 else 0  # one need not be a process beside this one
            return _started(*selected, workers=workers, told=told, TEST_DATABASE_URL=url).wait() != 0
    except ImportError:
        return services.missing_on_ci({"PostgreSQL"})


def _on_postgres_too() -> list[str]:
    files = {pattern: [*TESTS.glob(pattern)] for pattern in ON_POSTGRES_TOO}
    moved = [pattern for pattern, those in files.items() if not those]
    if moved:
        raise SystemExit(f"ON_POSTGRES_TOO in tests/run.py names what isn't there: {', '.join(moved)}")
    return sorted({str(file) for those in files.values() for file in those if file.name.startswith("test_")})


def _started(
    *arguments: str, workers: int, told: IO[bytes] | None = None, **variables: str
) -> subprocess.Popen[bytes]:
    command = [*PYTEST, "--workers", str(workers), *arguments]
    return subprocess.Popen(command, env=os.environ | variables, stdout=told)


if __name__ == "__main__":
    sys.exit(main())
