"""A server and a calendar on loopback."""

from tests.agents.calendar.conftest import server as caldav  # noqa: F401
from tests.agents.calendar.conftest import started  # noqa: F401
from tests.agents.mcp_servers.conftest import address, server_port  # noqa: F401
