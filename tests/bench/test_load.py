"""The figures that a level is reduced to."""

import math
import os
from urllib.parse import urlsplit

import pytest

from bench.doors import Direct
from bench.installed import installed_mb
from bench.load import percentile, run_level
from bench.processes import Meter
from tests.site import ROOT


@pytest.mark.parametrize(("percent", "value"), [(50, 50.5), (95, 95.05)])
def test_a_percentile_lies_between_its_neighbours(percent, value):
    assert percentile(range(1, 101), percent) == pytest.approx(value)


def test_nothing_has_no_percentile():
    assert math.isnan(percentile([], 50))


async def test_a_level_counts_every_question_of_its_users(model_server):
    model_server.fail("server_error", times=2)
    doors = [Direct(urlsplit(model_server.url).port, "") for _ in range(10)]
    level = await run_level(doors, Meter(os.getpid()))
    assert (len(level.first_text), level.failed) == (78, 2)
    assert level.cpu_ms_per_turn > 0


def test_what_the_packages_weigh_is_of_their_order():
    assert 100 < installed_mb(ROOT / "requirements.txt") < 242
