"""The parties of a sign-in, in the SDK's terms: us as a client, and what we know of the other side.

Importing it loads the SDK.
"""

from collections.abc import Mapping
from typing import Any

import httpx2
from mcp.client.auth import OAuthClientProvider
from mcp.shared.auth import (
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthMetadata,
    OAuthToken,
    ProtectedResourceMetadata,
)
from pydantic import AnyUrl

from agents.models import McpServer
from agents.tools.mcp.transport import CappedTransport

SECONDS = 15  # for one answer of an authorization server


class BrowserNeeded(Exception):
    """Discovery and registration are done: a person has to continue in a browser."""


class Party(OAuthClientProvider):
    """The SDK's client of one server, which stops before the browser redirect.

    `registration` is what an earlier sign-in discovered and stored, in the form of `registration_of`.
    """

    def __init__(self, url: str, registration: Mapping[str, Any], *, return_to: str) -> None:
        client = OAuthClientMetadata(
            redirect_uris=[AnyUrl(return_to)],
            client_name="OmniForge",
            application_type="web",
        )
        super().__init__(url, client, _Nowhere())
        self._restore(registration)

    def _restore(self, registration: Mapping[str, Any]) -> None:
        context, self._initialized = self.context, True
        if client := registration.get("client"):
            context.client_info = OAuthClientInformationFull.model_validate(client)
        if metadata := registration.get("metadata"):
            context.oauth_metadata = OAuthMetadata.model_validate(metadata)
        if resource := registration.get("resource"):
            context.protected_resource_metadata = ProtectedResourceMetadata.model_validate(resource)
        context.client_metadata.scope = registration.get("scope")
        context.protocol_version = registration.get("protocol")

    async def _perform_authorization(self) -> httpx2.Request:
        raise BrowserNeeded


class _Nowhere:
    """The SDK's storage, left empty: we read its context and store that ourselves."""

    async def get_tokens(self) -> OAuthToken | None:
        return None

    async def set_tokens(self, tokens: OAuthToken) -> None:
        pass

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return None

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        pass


def registration_of(party: Party) -> dict[str, Any]:
    """Return the stored form of both sides, from which a party can be restored."""
    context = party.context
    kept = {
        "client": context.client_info,
        "metadata": context.oauth_metadata,
        "resource": context.protected_resource_metadata,
    }
    plain = {name: one.model_dump(mode="json", exclude_none=True) for name, one in kept.items() if one}
    return plain | {"scope": context.client_metadata.scope, "protocol": context.protocol_version}


def party_of(server: McpServer, registration: Mapping[str, Any]) -> Party:
    """Return the client with which a sign-in at a server began."""
    return Party(server.settings["url"], registration, return_to=registration["return_to"])


def http(auth: httpx2.Auth | None = None) -> httpx2.AsyncClient:
    """Return a client for authorization servers: the SSRF filter checks each request, redirects are off."""
    return httpx2.AsyncClient(transport=CappedTransport(), auth=auth, timeout=SECONDS, trust_env=False)
