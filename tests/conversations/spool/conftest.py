"""A separate spool for each test, and a database that can be made unavailable."""

import pytest
from django.db import connection


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.VAR = tmp_path
    return tmp_path / "spool"


@pytest.fixture
def database_away():
    """A context manager that makes the database unavailable, by a wrong address."""
    name, options = connection.settings_dict["NAME"], connection.settings_dict["OPTIONS"]
    unpooled = {key: value for key, value in options.items() if key != "pool"}  # a pool waits ten seconds
    _reconnect("/nowhere/at-all", unpooled)
    yield lambda: _reconnect(name, options)
    _reconnect(name, options)


def _reconnect(name, options):
    connection.close()
    if hasattr(connection, "close_pool"):
        connection.close_pool()
    connection.settings_dict |= {"NAME": name, "OPTIONS": options}
