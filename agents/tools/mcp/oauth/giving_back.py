"""Revokes tokens from synchronous code. Loads the SDK only if there are some."""

import asyncio
from collections.abc import Collection

from agents.models import McpGrant, McpServer


def revoke_later(server: McpServer, grants: Collection[McpGrant]) -> None:
    """Revoke tokens at their server, after they are deleted here. It blocks."""
    if not any(grant.tokens for grant in grants):
        return
    from agents.tools.mcp.oauth.revocation import revoke

    asyncio.run(revoke(server, grants))
