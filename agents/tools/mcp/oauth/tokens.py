"""A valid access token: renewed before it expires, and once if it is refused."""

import asyncio
from datetime import timedelta
from uuid import UUID

import httpx2
from django.utils import timezone
from mcp.shared.auth import OAuthToken

from agents.models import McpGrant, McpServer
from agents.tools.mcp.failures import sign_in_down, sign_in_ended
from agents.tools.mcp.oauth.grants import (
    claim_renewal,
    end_grant,
    find_grant,
    release_renewal,
    renew_tokens,
)
from agents.tools.mcp.oauth.parties import http, party_of
from omniforge.errors import OmniForgeError
from omniforge.storage.database import in_database

_SOON = timedelta(seconds=60)
_PAUSE = 0.1  # seconds between checks of a row that another process renews
_REFUSED = (400, 401)  # RFC 6749, section 5.2


async def token_of(server: McpServer, grant_id: UUID, *, refused: str = "") -> str:
    """Return an access token other than the one that the server `refused`.

    One process renews at a time. The others wait for its result. Raises SignInMissing if the sign-in has
    ended, and ToolFailed if it can't be renewed now.
    """
    while True:
        grant = await in_database(find_grant, grant_id)
        if grant is None or not grant.tokens:
            raise sign_in_ended(server)
        token = str(grant.tokens["access_token"])
        works = token != refused and not _is_out(grant)
        if works and not _is_out(grant, _SOON):
            return token
        if "refresh_token" not in grant.tokens:
            if works:
                return token
            await in_database(end_grant, grant_id, token)
            raise sign_in_ended(server)
        if await in_database(claim_renewal, grant_id):
            if renewed := await _renewed(server, grant, token if works else ""):
                return renewed
        else:
            await asyncio.sleep(_PAUSE)


async def _renewed(server: McpServer, seen: McpGrant, working: str) -> str | None:
    """Renew the tokens, or None if another process did so meanwhile. Falls back on `working`, a valid one."""
    grant = await in_database(find_grant, seen.pk)
    if grant is None or grant.tokens != seen.tokens:
        await in_database(release_renewal, seen.pk)
        return None
    try:
        return await _renew(server, grant)
    except (OmniForgeError, httpx2.HTTPError) as error:
        await in_database(release_renewal, grant.pk)
        if working:
            return working
        raise error if isinstance(error, OmniForgeError) else sign_in_down(server) from error


async def _renew(server: McpServer, grant: McpGrant) -> str:
    party = party_of(server, grant.registration)
    party.context.current_tokens = OAuthToken.model_validate(grant.tokens)
    async with http() as client:
        response = await client.send(await party._refresh_token())
    if response.status_code in _REFUSED:
        await in_database(end_grant, grant.pk, str(grant.tokens["access_token"]))
        raise sign_in_ended(server)
    if not await party._handle_refresh_response(response):
        raise sign_in_down(server)
    assert party.context.current_tokens
    await in_database(renew_tokens, grant.pk, party.context.current_tokens)
    return party.context.current_tokens.access_token


def _is_out(grant: McpGrant, margin: timedelta = timedelta()) -> bool:
    return grant.expires_at is not None and grant.expires_at <= timezone.now() + margin
