"""Search latency on SQLite and PostgreSQL: `python -m bench.search [searches|recalls] [ROWS]`.

`searches`: documents of a large workspace. `recalls`: one person's long history.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.processor_time import HEAD
from tests.services import postgres
from tests.site import ROOT

ROWS = {"searches": 100_000, "recalls": 200_000}  # passages, messages


def main(kind: str, rows: str) -> None:
    """Measure both databases, each in a separate process, and print a table."""
    print(HEAD, flush=True)
    with tempfile.TemporaryDirectory(prefix="omniforge-bench-") as folder, postgres() as url:
        for database in (f"sqlite:///{Path(folder) / 'bench.sqlite3'}", url):
            env = os.environ | {"DATABASE_URL": database, "OMNIFORGE_VAR": folder, "REDIS_URL": ""}
            for command in (["manage.py", "migrate", "-v", "0"], ["-m", f"bench.{kind}", rows]):
                subprocess.run([sys.executable, *command], cwd=ROOT, env=env, check=True)


if __name__ == "__main__":
    kind = sys.argv[1] if len(sys.argv) > 1 else "searches"
    main(kind, sys.argv[2] if len(sys.argv) > 2 else str(ROWS[kind]))
