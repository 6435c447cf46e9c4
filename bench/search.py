"""How fast a large workspace is searched on SQLite and PostgreSQL: `python -m bench.search [PASSAGES]`."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.services import postgres
from tests.site import ROOT

PASSAGES = 100_000
HEAD = "| database | query | p50 ms | p95 ms |\n| --- | --- | ---: | ---: |"


def main(passages: str) -> None:
    """Measure both databases, each in a process of its own, and print a table."""
    print(HEAD, flush=True)
    with tempfile.TemporaryDirectory(prefix="omniforge-bench-") as folder, postgres() as url:
        for database in (f"sqlite:///{Path(folder) / 'bench.sqlite3'}", url):
            env = os.environ | {"DATABASE_URL": database, "OMNIFORGE_VAR": folder, "REDIS_URL": ""}
            for command in (["manage.py", "migrate", "-v", "0"], ["-m", "bench.searches", passages]):
                subprocess.run([sys.executable, *command], cwd=ROOT, env=env, check=True)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else str(PASSAGES))
