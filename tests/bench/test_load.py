"""The figures that summarise a load level."""

import math
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from bench import report
from bench.doors import Direct, Turn
from bench.installed import installed_mb
from bench.load import Level, percentile, run_level
from bench.processes import Meter
from tests.site import ROOT


@contextmanager
def busy_process() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
        try:
            yield busy
        finally:
            busy.kill()


@pytest.mark.parametrize(("percent", "value"), [(50, 50.5), (95, 95.05)])
def test_percentile_is_interpolated(percent, value):
    assert percentile(range(1, 101), percent) == pytest.approx(value)


def test_percentile_of_nothing_is_nan():
    assert math.isnan(percentile([], 50))


async def test_load_level_counts_every_question_of_its_users(model_server):
    model_server.fail("server_error", times=2)
    doors = [Direct(urlsplit(model_server.url).port, "") for _ in range(10)]
    with busy_process() as busy:  # this process has children that end meanwhile
        level = await run_level(doors, [Meter(busy.pid)], 8)
    assert (len(level.milliseconds("first_text")), level.failed) == (78, 2)
    assert level.cpu_ms_per_turn[0] > 0


def test_load_levels_add_up():
    turns = [
        Turn(sent=0.0, first_text=0.1, ended=1.0, completed=done, spaces=59) for done in (True, True, False)
    ]
    level = Level(tuple(turns[:1]), 2.0, (0.5, 0.25)) + Level(tuple(turns[1:]), 1.0, (0.5, 0.0))
    assert (level.turns_per_second, level.words_per_second) == pytest.approx((2 / 3, 40))
    assert (level.cpu_ms_per_turn, level.failed) == ([500, 125], 1)
    assert level.milliseconds("ended") == [1000, 1000]


def test_installed_size_of_packages_is_plausible():
    assert 100 < installed_mb(ROOT / "requirements.txt") < 242


def test_failed_try_is_counted_without_a_time():
    row = report.elsewhere_row("cancelled there", [10.0, None, 30.0], "250")
    assert row == "| cancelled there | 20.0 | 29.0 | 250 | 1 of 3 |"
