"""Durations of `make faults`: of each fault, and the estimated remaining time of a run."""

import random

from django.conf import settings

from faults.checker import LIMIT
from faults.lanes import News, Task
from faults.progress import Progress
from faults.table import FAULTS

LONG, SHORT = Task("web killed", 300, 1), Task("Redis restarted", 50, 1)


def test_remaining_time_is_scaled_by_the_pace_so_far() -> None:
    clock = [100.0]
    progress = Progress([LONG, SHORT], 1, lambda: clock[0])
    assert progress.seconds_left == LONG.seconds() + SHORT.seconds()
    clock[0] += 2 * SHORT.seconds()  # twice what the table says
    progress.note(News(SHORT, done=50, is_over=True))
    assert round(progress.seconds_left) == round(2 * LONG.seconds())
    progress.note(News(LONG, done=150))
    assert progress.seconds_left < LONG.seconds()


def test_one_fault_is_not_split_over_two_lanes() -> None:
    assert Progress([LONG, SHORT], 2, lambda: 0.0).seconds_left == LONG.seconds()


def test_model_timeouts_leave_time_for_an_answer() -> None:
    assert max(settings.MODEL_PATIENCE) + settings.MODEL_PAUSES[0] + 4 < LIMIT


def test_some_processes_are_frozen_longer_than_a_lease() -> None:
    lengths = list(FAULTS["web frozen"].lengths(50, random.Random(1)))
    assert 4 <= sum(length > 15 for length in lengths) <= 5
    assert all(0.5 <= length <= 18 for length in lengths)
