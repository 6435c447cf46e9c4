"""Garbage collection between modules: scans what a module left, not all objects that stay alive."""

import gc

import pytest

from tests.loading import warm


def pytest_collection_finish(session: pytest.Session) -> None:
    if session.config.option.workers:
        warm()  # once, for all that are forked now
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Collect at the end of each module, so that warnings about unclosed resources appear near their test."""
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()
