"""The credentials sent to a server, and what its refusal means."""

from collections.abc import AsyncGenerator
from uuid import UUID

import httpx2
from mcp.client.auth.utils import extract_field_from_www_auth, extract_scope_from_www_auth

from agents.models import McpServer, SignIn
from agents.tools.mcp.failures import allows_too_little, key_refused, not_signed_in, sign_in_ended
from agents.tools.mcp.oauth.grants import end_grant, request_scopes
from agents.tools.mcp.oauth.tokens import token_of
from omniforge.storage.database import in_database

_Flow = AsyncGenerator[httpx2.Request, httpx2.Response]


def auth_of(server: McpServer) -> httpx2.Auth:
    """Return the caller's authentication. Raises SignInMissing if nobody has signed in yet."""
    if server.sign_in == SignIn.NOBODY:
        return _Key(server)
    if server.grant is None:
        raise not_signed_in(server)
    return _Bearer(server, server.grant.pk)


class _Key(httpx2.Auth):
    """Adds nothing to the headers that an admin has set."""

    def __init__(self, server: McpServer) -> None:
        self._server = server

    async def async_auth_flow(self, request: httpx2.Request) -> _Flow:
        response = yield request
        if response.status_code in (401, 403):
            raise key_refused(self._server)


class _Bearer(httpx2.Auth):
    """An access token (RFC 6750). A refused one is renewed and retried once."""

    def __init__(self, server: McpServer, grant_id: UUID) -> None:
        self._server, self._grant_id = server, grant_id

    async def async_auth_flow(self, request: httpx2.Request) -> _Flow:
        token = await token_of(self._server, self._grant_id)
        request.headers["Authorization"] = f"Bearer {token}"
        response = yield request
        if response.status_code == 401:
            token = await token_of(self._server, self._grant_id, refused=token)
            request.headers["Authorization"] = f"Bearer {token}"
            response = yield request
        if response.status_code == 401:
            await in_database(end_grant, self._grant_id, token)
            raise sign_in_ended(self._server)
        if response.status_code == 403 and _lacks_scope(response):
            await in_database(request_scopes, self._server.pk, extract_scope_from_www_auth(response) or "")
            raise allows_too_little(self._server)


def _lacks_scope(response: httpx2.Response) -> bool:
    return extract_field_from_www_auth(response, "error") == "insufficient_scope"
