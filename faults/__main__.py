"""`python -m faults`: break what runs, again and again, and report what did not hold."""

import argparse
import random
import signal
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime

from bench.signals import stop_on
from faults import lanes, report
from faults.progress import Progress
from faults.table import FAULTS
from tests.site import ROOT

RESULT = ROOT / "faults" / "results" / "latest.md"
_BRIEF = 10  # a brief run is smaller by this factor
_LANES = 3  # enough for two processors
_TELLING = 30.0  # seconds between progress messages


def main() -> int:
    """Run the requested faults. Returns 1 if a promise was violated, or not tested."""
    told = _arguments()
    stop_on(signal.SIGTERM, signal.SIGINT)
    print(f"seed {told.seed}", flush=True)
    names = told.fault or list(FAULTS)
    tasks = [lanes.Task(name, _times(name, told), told.seed) for name in dict.fromkeys(names)]
    is_whole = not (told.brief or told.times)
    rows: dict[str, str] = {}
    has_held = [_take(news, rows, is_whole) for news in _over(tasks, told.lanes)]
    print(report.HEAD, *(rows[name] for name in FAULTS if name in rows), sep="\n")
    return int(not all(has_held))


def _over(tasks: list[lanes.Task], number: int) -> Iterator[lanes.News]:
    """Yield finished tasks, and print the remaining time now and then."""
    progress, said = Progress(tasks, number), 0.0
    print(progress, file=sys.stderr, flush=True)
    for news in lanes.run(tasks, number):
        progress.note(news)
        if news.is_over:
            yield news
        if news.is_over or time.monotonic() > said + _TELLING:
            said = time.monotonic()
            print(f"{datetime.now(UTC):%H:%M} {progress}", file=sys.stderr, flush=True)


def _take(news: lanes.News, rows: dict[str, str], is_whole: bool) -> bool:
    """Add the row of a finished task, and save it if it was complete. Returns whether all promises held."""
    task, outcome = news.task, news.outcome
    if not outcome:
        print(f"{task.name}: its processes broke off, and nothing is known", file=sys.stderr, flush=True)
        return False
    rows[task.name] = report.row(task.name, outcome, task.seed)
    print(rows[task.name], report.details(outcome), sep="\n", file=sys.stderr, flush=True)
    if is_whole:
        report.keep(RESULT, {task.name: rows[task.name]}, list(FAULTS))
    return not outcome.verdict.findings


def _times(name: str, told: argparse.Namespace) -> int:
    listed = FAULTS[name].times
    return told.times or (max(1, listed // _BRIEF) if told.brief else listed)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m faults", description=__doc__)
    parser.add_argument(
        "--seed", type=int, default=random.randrange(10**6), help="what chance decides, again"
    )
    parser.add_argument(
        "--fault", choices=FAULTS, action="append", help="this one alone, and others that are named so"
    )
    parser.add_argument("--times", type=int, default=0, help="so many times each")
    parser.add_argument("--brief", action="store_true", help="a tenth of the full run")
    parser.add_argument("--lanes", type=int, default=_LANES, help="so many faults side by side")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
