"""What a run selects and tells: tests of the database by a marker, missing services by name at its end."""

import os

import pytest

from tests.services import WANTING, missing_on_ci

_STARTED = {"prepared_var", "postgres_url"}
_DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what uses the database, so that `-m database` selects it for a run on another one.

    Files that start sites and browsers go first: many quick ones at the end keep all workers busy to it.
    On CI what they test may fail once: the summary names each that did, and locally it fails at once.
    """
    for item in items:
        fixtures = _DATABASE_FIXTURES.intersection(getattr(item, "fixturenames", ()))
        if fixtures or item.get_closest_marker("django_db"):
            item.add_marker("database")
    started = {item.path for item in items if _STARTED.intersection(getattr(item, "fixturenames", ()))}
    items.sort(key=lambda item: item.path not in started)
    for item in items if os.environ.get("CI") else ():
        if item.path in started:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run on CI where a test was skipped for want of a service."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    reasons = [report.longrepr[2] for report in skipped]
    if missing_on_ci({reason.split(WANTING)[1] for reason in reasons if WANTING in reason}):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
