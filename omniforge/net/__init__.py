"""Requests to addresses that people, models or tenants name: always through the SSRF filter."""

from omniforge.net.client import Fetched, fetch
from omniforge.net.errors import RequestFailed, RequestRefused
from omniforge.net.guard import Guard, Resolver
from omniforge.net.saved_addresses import check_saved
from omniforge.net.transport import GuardedTransport

__all__ = [
    "Fetched",
    "Guard",
    "GuardedTransport",
    "RequestFailed",
    "RequestRefused",
    "Resolver",
    "check_saved",
    "fetch",
]
