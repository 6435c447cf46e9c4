"""`python -m bench`: measure, print, and keep the report in bench/results/latest.md."""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import uvloop

from bench import report
from bench.doors import DOORS, Direct, EventStream, Socket
from bench.installed import installed_mb
from bench.load import TURNS, Door, run_level
from bench.processes import Meter
from bench.reads import read_lists, row
from tests.ports import free_port, wait_for_port
from tests.site import ROOT, Site

RESULT = ROOT / "bench" / "results" / "latest.md"


def main() -> None:
    """Start the stand-in model and the site, measure, and write the report."""
    with tempfile.TemporaryDirectory(prefix="omniforge-bench-") as folder, model_server() as (port, model):
        site = Site(Path(folder), **settings(port))
        site.manage("prepare")
        data = json.loads(module(site, "bench.data", str(max(TURNS))))
        cold_start = started_in(site)
        try:
            lines = uvloop.run(measure(site, port, model, data))
        finally:
            site.stop()
        lines += [
            f"| start, until it answers | {cold_start:.1f} s |",
            f"| packages on disk | {installed_mb(ROOT / 'requirements.txt'):.0f} MB |",
            f"| database queries of a turn | {json.loads(module(site, 'bench.queries'))} |",
        ]
    RESULT.write_text("\n".join([report.heading(), "", *lines, ""]))
    print(RESULT.read_text())


def settings(model_port: int) -> dict[str, str]:
    """Return the variables of a site whose answers come from the stand-in, and nothing else does."""
    return {
        "OPENAI_API_KEY": "bench",
        "OPENAI_BASE_URL": f"http://127.0.0.1:{model_port}/v1",
        "OMNIFORGE_MODEL_INTENT": "rules",
        "OMNIFORGE_MODEL_SUMMARY": "rules",
        "OMNIFORGE_MESSAGES_PER_MINUTE": "0",
        "OMNIFORGE_WRITES_PER_MINUTE": "0",
        "OMNIFORGE_TURNS_AT_ONCE": "0",
        "OMNIFORGE_REQUESTS_AT_ONCE": "0",
    }


@contextmanager
def model_server() -> Iterator[tuple[int, Meter]]:
    """Run the stand-in model in a process of its own; yields its port and its meter."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "tests.standin", "--port", str(port)], cwd=ROOT)
    try:
        wait_for_port(port, process)
        yield port, Meter(process.pid)
    finally:
        process.terminate()
        process.wait()


def module(site: Site, name: str, *arguments: str) -> str:
    """Run a module on the site's state and return what it prints."""
    command = [sys.executable, "-m", name, *arguments]
    ended = subprocess.run(command, cwd=ROOT, env=site.env, stdout=subprocess.PIPE, text=True, check=True)
    return ended.stdout


def started_in(site: Site) -> float:
    """Start the site, and return the seconds until it answers."""
    began = time.perf_counter()
    site.start()
    return time.perf_counter() - began


async def warm_up(doors: Sequence[Door]) -> None:
    """Ask a few questions that do not count: what is loaded at first use belongs to no turn."""
    for door in doors:
        await door.open()
        for _ in range(5):
            await door.ask("Explain how a plan helps a team.")
        await door.close()


async def measure(site: Site, model_port: int, model: Meter, data: dict) -> list[str]:
    """Drive every level through every way, side by side; then the lists. Returns the report's lines."""
    meter, lines = Meter(site.pid), [report.HEAD]
    await read_lists(
        site.port, data["keys"][0], data["long"]
    )  # what is loaded at the first request is at rest too
    at_rest = meter.memory_mb()
    await warm_up(
        [Direct(model_port, ""), *(door(site.port, data["keys"][0]) for door in (Socket, EventStream))]
    )
    for users in TURNS:
        levels = {}
        for door in DOORS:
            target = (model_port, model) if door is Direct else (site.port, meter)
            doors = [door(target[0], key) for key in data["keys"][:users]]
            levels[door.name] = await run_level(doors, target[1])
            await asyncio.sleep(1)
        lines += report.level_rows(users, levels)
        print(*report.level_rows(users, levels), sep="\n", file=sys.stderr, flush=True)
    readings = await read_lists(site.port, data["keys"][0], data["long"])
    memory = f"{at_rest:.0f} MB, {meter.peak_mb:.0f} MB at most"
    return [*lines, "", "| | |", "| --- | ---: |", *map(row, readings), f"| memory at rest | {memory} |"]


if __name__ == "__main__":
    main()
