"""Shared files of a suite's workers stay until the last of them has ended."""

import os

from tests.settings import STATE, _remove_state


def test_forked_worker_does_not_remove_the_shared_state() -> None:
    if not (worker := os.fork()):
        _remove_state()
        os._exit(0)
    os.waitpid(worker, 0)
    assert os.path.isdir(STATE)
