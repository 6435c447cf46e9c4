"""Requests to addresses that people enter: their target and its host name."""

import ssl
from collections.abc import Sequence
from pathlib import Path

import httpx2
import pytest

from omniforge.llm.http_client import http_client
from omniforge.llm.http_transport import HttpTransport
from omniforge.net import Guard, RequestRefused
from tests.net.names import Names
from tests.net.pages import Page, PageServer
from tests.net.test_transport import certificate, named  # noqa: F401  # fixtures


async def get(url: str, guard: Guard, trusted: Path) -> httpx2.Response:
    tls = ssl.create_default_context(cafile=str(trusted))
    async with httpx2.AsyncClient(transport=HttpTransport(tls, lambda: guard)) as client:
        return await client.get(url)


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["127.0.0.2", "127.0.0.1"]])
async def test_resolved_addresses_are_tried_in_turn_with_the_host_name(addresses, named, certificate):  # noqa: F811
    server, asked = named

    async def resolve(host: str, port: int) -> Sequence[str]:
        return addresses

    guard = Guard(frozenset({("secure.example", server.port)}), resolve=resolve)
    answer = await get(f"https://secure.example:{server.port}/", guard, certificate)
    assert answer.text == "hello" and "secure.example" in asked


@pytest.mark.parametrize("address", ["10.0.0.1", "127.0.0.1", "169.254.169.254", "::1"])
async def test_host_name_with_a_private_address_is_refused(address, names: Names, settings):
    names.known = {"models.example": [address]}
    client = await http_client(guarded=True)
    with pytest.raises(RequestRefused):
        await client.get("http://models.example:8080/v1/models")


@pytest.mark.parametrize("allowed", [True, False])
async def test_loopback_is_reached_only_with_local_models_allowed(
    allowed, inner_server: PageServer, settings
):
    settings.LOCAL_MODELS = allowed
    inner_server.pages["/v1/models"] = Page(b"{}")
    client = await http_client(guarded=True)
    if allowed:
        assert (await client.get(f"http://{inner_server.host}/v1/models")).status_code == 200
    else:
        with pytest.raises(RequestRefused):
            await client.get(f"http://{inner_server.host}/v1/models")
