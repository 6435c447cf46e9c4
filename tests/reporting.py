"""What a run selects and tells: tests of the database by a marker, missing services by name at its end."""

import os

import pytest

from tests.services import WANTING, missing_on_ci

_STARTED = {"prepared_var", "postgres_url"}
_DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what uses the database of tests, so that `-m database` selects it for a run on another one.

    Files that start sites and browsers go first: many quick ones at the end keep all workers busy to it.
    On CI what they test may fail once, and any test hang once: the summary names each that did, and locally
    it fails at once.
    """
    for item in items:
        if _uses_the_database(item):
            item.add_marker("database")
    started = {item.path for item in items if _STARTED.intersection(getattr(item, "fixturenames", ()))}
    items.sort(key=lambda item: item.path not in started)
    for item in items if os.environ.get("CI") else ():
        what = {} if item.path in started else {"only_rerun": ["Timeout"]}
        item.add_marker(pytest.mark.flaky(reruns=1, **what))


def _uses_the_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    marked = item.get_closest_marker("django_db") is not None
    has_its_own = "prepared_var" in fixtures  # in a file, as a person's site
    return not has_its_own and (marked or not _DATABASE_FIXTURES.isdisjoint(fixtures))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run on CI where a test was skipped for want of a service."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    reasons = [report.longrepr[2] for report in skipped]
    if missing_on_ci({reason.split(WANTING)[1] for reason in reasons if WANTING in reason}):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
