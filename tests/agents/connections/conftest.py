"""Fixtures: a server and a calendar on loopback."""

from tests.agents.mcp_servers.conftest import address, server_port  # noqa: F401
from tests.calendar.conftest import server as caldav  # noqa: F401
from tests.calendar.conftest import started  # noqa: F401
