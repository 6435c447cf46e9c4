"""The second half of a sign-in: redeems the code that the browser brought back."""

from collections.abc import Mapping
from typing import Any

import httpx2
from django.utils.translation import gettext
from mcp.client.auth import OAuthFlowError
from mcp.client.auth.utils import validate_authorization_response_iss
from mcp.shared.auth import OAuthToken

from agents.models import McpServer
from agents.tools.mcp.oauth.parties import http, party_of
from omniforge.net import RequestFailed


async def redeem(server: McpServer, flow: Mapping[str, Any], *, code: str, issuer: str | None) -> OAuthToken:
    """Return the tokens for a code of the sign-in `flow`.

    `issuer` is the `iss` parameter (RFC 9207). Raises RequestFailed, and RequestRefused from the SSRF
    filter.
    """
    party, verifier = party_of(server, flow["registration"]), flow["verifier"]
    try:
        validate_authorization_response_iss(issuer, party.context.oauth_metadata)
        request = await party._exchange_token_authorization_code(code, verifier)
        async with http() as client:
            await party._handle_token_response(await client.send(request))
    except OAuthFlowError:  # its message may contain tokens
        raise RequestFailed(
            gettext("%(name)s didn't accept the sign-in. Start it again.") % {"name": server.title}
        ) from None
    except httpx2.HTTPError as error:
        raise RequestFailed(
            gettext("The sign-in of %(name)s doesn't answer. Start it again.") % {"name": server.title}
        ) from error
    assert party.context.current_tokens
    return party.context.current_tokens
