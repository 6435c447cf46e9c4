"""Whose a sign-in page is, where it isn't at the place to which its codes go.

A server may name the page of an honest provider beside a token endpoint of its own, at which it would get
that provider's codes (mix-up, RFC 9700, section 4.4). Who may register a client there defeats return
addresses of our own, so the provider is asked where its codes belong.
"""

from collections.abc import AsyncIterator

import httpx2
from mcp.shared.auth import OAuthMetadata
from pydantic import ValidationError

from agents.tools.mcp.oauth.parties import http
from omniforge.errors import OmniForgeError

_KNOWN_PLACES = ("oauth-authorization-server", "openid-configuration")  # RFC 8414, OpenID Connect Discovery


async def is_page_of_another(metadata: OAuthMetadata) -> bool:
    """Return whether whoever is at the sign-in page's host says that its codes go elsewhere."""
    page = httpx2.URL(str(metadata.authorization_endpoint))
    if page.origin == httpx2.URL(str(metadata.token_endpoint)).origin:
        return False
    async with http() as client:
        return any(
            [found.token_endpoint != metadata.token_endpoint async for found in _said_at(client, page)]
        )


async def _said_at(client: httpx2.AsyncClient, page: httpx2.URL) -> AsyncIterator[OAuthMetadata]:
    for place in _KNOWN_PLACES:
        try:
            answer = await client.get(page.copy_with(path=f"/.well-known/{place}", query=None))
            yield OAuthMetadata.model_validate_json(answer.content)
        except (httpx2.HTTPError, OmniForgeError, ValidationError):
            continue  # it says nothing of itself, as most that aren't issuers
