"""Revokes tokens (RFC 7009) if a connection is removed or somebody signs out."""

import logging
from collections.abc import Iterable, Mapping

import httpx2

from agents.models import McpGrant, McpServer
from agents.tools.mcp.oauth.parties import Party, http, party_of
from omniforge.errors import OmniForgeError

logger = logging.getLogger(__name__)


async def revoke(server: McpServer, grants: Iterable[McpGrant]) -> None:
    """Revoke tokens if the server supports it. Failures are only logged: here the tokens are gone anyway."""
    async with http() as client:
        for grant in grants:
            if grant.tokens:
                await _revoke_all(client, party_of(server, grant.registration), grant.tokens)


async def _revoke_all(client: httpx2.AsyncClient, party: Party, tokens: Mapping[str, str]) -> None:
    metadata = party.context.oauth_metadata
    if metadata is None or metadata.revocation_endpoint is None:
        return
    for kind in ("refresh_token", "access_token"):
        if token := tokens.get(kind):
            await _revoke(client, party, str(metadata.revocation_endpoint), kind, token)


async def _revoke(client: httpx2.AsyncClient, party: Party, address: str, kind: str, token: str) -> None:
    given = {"token": token, "token_type_hint": kind}
    if party.context.client_info:
        given["client_id"] = party.context.client_info.client_id
    data, headers = party.context.prepare_token_auth(given, {})
    try:
        response = await client.post(address, data=data, headers=headers)
        if response.is_success:
            return
        why = str(response.status_code)
    except (httpx2.HTTPError, OmniForgeError) as error:
        why = type(error).__name__
    logger.warning("A %s of an MCP server could not be revoked: %s", kind.replace("_", " "), why)
