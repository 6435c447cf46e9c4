"""Connections to the stand-in, as its tests of connections have them."""

from tests.tenants.connected.conftest import connect  # noqa: F401
