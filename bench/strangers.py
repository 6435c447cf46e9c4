"""`python -m bench.strangers [bodies|heavy]`: what strangers and one heavy user cost everybody else.

`bodies`: single requests with large bodies. `heavy`: one person who does the worst that is allowed.
"""

import asyncio
import json
import sys
import tempfile
from pathlib import Path

from bench import bodies, heavy
from bench.stage import module
from tests.site import Site


def main(parts: list[str]) -> None:
    """Start a site and print the tables."""
    with tempfile.TemporaryDirectory(prefix="omniforge-bench-") as folder:
        site = Site(Path(folder))
        site.manage("prepare")
        crowd = json.loads(module(site, "bench.crowd", str(heavy.PEOPLE)))
        site.start()
        try:
            if "bodies" in parts:
                bodies.measure(site, crowd["beside"])
            if "heavy" in parts:
                asyncio.run(heavy.measure(site, crowd))
        finally:
            site.stop()


if __name__ == "__main__":
    main(sys.argv[1:] or ["bodies", "heavy"])
