"""`python -m bench.memory`: memory of the web process, at rest and after many turns.

Run it with bytecode (no PYTHONDONTWRITEBYTECODE), like a site. Without it, compiling imports leaves 25 MB."""

import asyncio
import json
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

import uvloop

from bench.doors import Socket
from bench.processes import Meter
from bench.stage import model_server, module, settings
from tests.site import Site

_USERS = 20
_MARKS = (1_000, 5_000)  # turns after which memory is read


def main() -> None:
    """Measure a site with a model, and one without."""
    for title in ("by rules", "with a model"):
        with tempfile.TemporaryDirectory(prefix="omniforge-bench-") as folder, model_server() as (port, _):
            variables = settings(port) if title == "with a model" else {"OMNIFORGE_MESSAGES_PER_MINUTE": "0"}
            site = Site(Path(folder), **variables)
            site.manage("prepare")
            keys = json.loads(module(site, "bench.data", str(_USERS)))["keys"]
            site.start()
            try:
                uvloop.run(measure(title, site, keys))
            finally:
                site.stop()


async def measure(title: str, site: Site, keys: list[str]) -> None:
    """Print memory at rest, with a chat opened, and at each mark."""
    meter = Meter(site.pid)
    report = [f"at rest {meter.memory_mb():.0f} MB"]
    doors = [Socket(site.port, key) for key in keys]
    await doors[0].open()
    await asyncio.sleep(5)  # an opened chat warms up in the background
    report.append(f"chat opened {meter.memory_mb():.0f} MB")
    for door in doors[1:]:
        await door.open()
    for before, mark in pairwise((0, *_MARKS)):
        await asyncio.gather(*(_ask(door, (mark - before) // _USERS) for door in doors))
        report.append(f"after {mark:,} turns {meter.memory_mb():.0f} MB")
    print(f"{title}: {', '.join(report)}", file=sys.stderr)
    for door in doors:
        await door.close()


async def _ask(door: Socket, times: int) -> None:
    for number in range(times):
        await door.ask(f"Explain how plan number {number} helps a team.")


if __name__ == "__main__":
    main()
