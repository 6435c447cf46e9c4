"""`python -m faults`: break what runs, again and again, and report what did not hold."""

import argparse
import asyncio
import random
import signal
import sys

from faults import evidence, report, rounds
from faults.stage import Stage, stage
from faults.table import FAULTS
from tests.site import ROOT

RESULT = ROOT / "faults" / "results" / "latest.md"
FOUND = (
    ROOT / "var" / "faults"
)  # where logs and what is known of the messages are kept when something was found
_BRIEF = 10  # a brief run has so much less of each


def main() -> int:
    """Run what is asked for; returns 1 where anything that is promised did not hold."""
    told = _arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # and all that was started ends, too
    print(f"seed {told.seed}", flush=True)
    names = told.fault or list(FAULTS)
    with stage() as standing:
        outcomes = {name: _run(standing, name, told) for name in names}
    rows = {name: report.row(name, outcome, told.seed) for name, outcome in outcomes.items()}
    if not told.brief and not told.times:
        report.keep(RESULT, rows, list(FAULTS))
    print(report.HEAD, *rows.values(), sep="\n")
    return int(any(outcome.verdict.findings for outcome in outcomes.values()))


def _run(standing: Stage, name: str, told: argparse.Namespace) -> rounds.Outcome:
    listed = FAULTS[name]
    times = told.times or (max(1, listed.times // _BRIEF) if told.brief else listed.times)
    outcome = asyncio.run(rounds.run(standing, listed, times, f"{told.seed} {name}"))
    print(
        report.row(name, outcome, told.seed), report.details(outcome), sep="\n", file=sys.stderr, flush=True
    )
    if outcome.verdict.findings:
        evidence.keep(FOUND / name.replace(" ", "-"), outcome.evidence, standing)
    return outcome


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
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
