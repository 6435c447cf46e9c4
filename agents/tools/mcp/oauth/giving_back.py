"""Revoking tokens from synchronous code; the SDK is loaded only where there are some."""

import asyncio
from collections.abc import Collection

from agents.models import McpGrant, McpServer


def give_back(server: McpServer, grants: Collection[McpGrant]) -> None:
    """Revoke tokens at the server that gave them, after they are forgotten here. It blocks."""
    if not any(grant.tokens for grant in grants):
        return
    from agents.tools.mcp.oauth.revoking import revoke

    asyncio.run(revoke(server, grants))
