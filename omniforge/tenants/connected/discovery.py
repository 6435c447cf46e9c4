"""Finds model servers on this machine, on loopback only."""

import asyncio
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext

from omniforge.errors import NotAllowed
from omniforge.llm.errors import ModelError
from omniforge.llm.model_listing import ids_of
from omniforge.llm.retry import time_limit
from omniforge.llm.vendors import VENDORS
from omniforge.tenants.access import Access
from omniforge.tenants.connected.connection_test import Endpoint

_SECONDS = 1.5
# Default ports of the servers.
_USUAL = (("ollama", 11434), ("lmstudio", 1234), ("server", 8000), ("server", 8080))


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A server that listed its models."""

    vendor: str
    address: str
    models: list[str]

    @property
    def label(self) -> str:
        return VENDORS[self.vendor].label

    def __str__(self) -> str:
        return f"{self.label} at {self.address} ({', '.join(self.models[:3])})"


def find_local_servers(access: Access) -> list[FoundServer]:
    """Return the servers that answer on this machine. It blocks for two seconds at most.

    Raises NotAllowed for everybody but owners and admins, and if the operator doesn't allow local servers.
    """
    access.require_administrator()
    if not settings.LOCAL_MODELS or settings.LOCK_MODELS:
        raise NotAllowed(
            gettext("This server connects no models on its own machine. Ask your administrator.")
        )
    return discover_on_loopback()


def discover_on_loopback() -> list[FoundServer]:
    """Return the servers that list their models at the usual ports."""
    return asyncio.run(_look())


async def _look() -> list[FoundServer]:
    found = await asyncio.gather(*(_ask(vendor, port) for vendor, port in _USUAL))
    return [server for server in found if server]


async def _ask(vendor: str, port: int) -> FoundServer | None:
    endpoint = Endpoint(vendor, f"http://127.0.0.1:{port}/v1")
    try:
        async with time_limit(_SECONDS):
            listed = ids_of(await endpoint.provider().list_models())
    except ModelError:  # nothing listens there, as at most ports
        return None
    return FoundServer(vendor, endpoint.address, listed) if listed else None
