"""The database of tests: migrated once per run, by the first worker, and then copied by each."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from omniforge.storage.row_security.setup import install_policies
from tests.emptying import empty_tables
from tests.ports import WORKER
from tests.states import made_once

# PostgreSQL drops no database with open sessions, which a thread of the last test may hold.
_END_OTHERS = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()"""


@pytest.fixture(scope="session")
def django_db_setup(
    shared_folder: Path, django_test_environment: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Give this process its copy, by what Django's own parallel tests copy with."""
    creation, settings = connection.creation, connection.settings_dict
    outside, worker = settings["NAME"], os.environ.get(WORKER, "alone")
    with django_db_blocker.unblock():
        settings["NAME"] = _migrated(shared_folder)
        creation.clone_test_db(worker, verbosity=0, autoclobber=True)
        settings["NAME"] = creation.get_test_db_clone_settings(worker)["NAME"]
        if connection.vendor == "postgresql":
            install_policies()
    with _kept_open():
        yield
    with django_db_blocker.unblock():
        _end_other_sessions()
        creation.destroy_test_db(outside, verbosity=0)


@contextmanager
def _kept_open() -> Iterator[None]:
    """Keep a connection to SQLite: with the last of a test it would write its log into the file each time."""
    if connection.vendor != "sqlite":
        yield
        return
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as kept:
        kept.execute("SELECT count(*) FROM sqlite_master").fetchall()
        yield


def _migrated(shared_folder: Path) -> str:
    """Return the name of the migrated database, in which there is no row, as after a test that commits."""
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(shared_folder / "test.sqlite3")

    def make(file: Path) -> None:
        name = connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        empty_tables()  # what migrations wrote is encrypted under this process's key, and no test may need it
        connection.close()
        file.write_text(name)

    return made_once(shared_folder / "database", make).read_text()


def _end_other_sessions() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_END_OTHERS)
