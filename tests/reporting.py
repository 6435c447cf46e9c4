"""Selection and summary of a run: a marker for database tests, missing services by name at its end."""

import os

import pytest

from tests.services import WANTING, missing_on_ci

_STARTED = {"prepared_var", "postgres_url"}
_DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that use the test database, so that `-m database` selects them for another database.

    Files that start sites and browsers go first: many quick ones at the end keep all workers busy until it.
    On CI these tests may fail once, and any test may hang once: the summary names each that did; locally
    they fail at once.
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
    """Fail the run on CI if a test was skipped because a service was missing."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    reasons = [report.longrepr[2] for report in skipped]
    if missing_on_ci({reason.split(WANTING)[1] for reason in reasons if WANTING in reason}):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
