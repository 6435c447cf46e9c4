"""`python -m bench`: measures, prints, and saves the report in bench/results/latest.md."""

import argparse
import asyncio
import signal
import sys
import traceback
from contextlib import ExitStack

import uvloop

from bench import report
from bench.cases import CASES, Case
from bench.parts import Tell, warm_up
from bench.processes import Meter
from bench.signals import stop_on
from bench.stage import Stage, model_server, stage
from tests.site import ROOT

RESULT = ROOT / "bench" / "results" / "latest.md"


def main() -> int:
    """Measure the requested cases. Only a run of all cases is saved. Returns 1 if a case was aborted."""
    names = _arguments().case
    stop_on(signal.SIGTERM, signal.SIGINT)
    lines: list[str] = []

    def tell(line: str) -> None:
        lines.append(line)
        print(line, file=sys.stderr, flush=True)

    with model_server() as model:
        ended = [run(CASES[name], model, tell) for name in names or CASES]
    text = "\n".join([report.heading(), *lines, ""])
    if not names:
        RESULT.write_text(text)
    print(text)
    return int(not all(ended))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure the site.")
    parser.add_argument(
        "--case", action="append", choices=CASES, help="only this one, and print it alone; may be repeated"
    )
    return parser.parse_args()


def run(case: Case, model: tuple[int, Meter], tell: Tell) -> bool:
    """Set up a case and measure it. Returns whether it completed."""
    tell(f"\n## {case.title}\n")
    try:
        with ExitStack() as ending:
            users = max(case.turns)
            stages = [
                ending.enter_context(stage(stores, case.processes, users, model)) for stores in case.stores
            ]
            uvloop.run(_measure(case, stages, tell))
    except Exception as error:  # the other cases are still measured
        traceback.print_exc()
        tell(f"\nBroken off after {case.seconds} s at most: {type(error).__name__} {error}")
        return False
    return True


async def _measure(case: Case, stages: list[Stage], tell: Tell) -> None:
    async with asyncio.timeout(case.seconds):
        for each in stages:
            await warm_up(each)
        for part in case.parts:
            await part(stages, case.turns, tell)


if __name__ == "__main__":
    sys.exit(main())
