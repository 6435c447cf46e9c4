"""Shared files of a suite's workers stay until the last of them has ended."""

import os

from tests.settings import STATE, _remove_state


def test_a_worker_that_ends_leaves_the_state_to_the_others() -> None:
    if not (worker := os.fork()):
        _remove_state()
        os._exit(0)
    os.waitpid(worker, 0)
    assert os.path.isdir(STATE)
