"""The first half of a sign-in, until the browser leaves for the authorization server."""

import json
import secrets
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import httpx2
from django.utils.translation import gettext, gettext_noop
from mcp.client.auth import OAuthFlowError, OAuthRegistrationError, PKCEParameters
from mcp.client.auth.utils import union_scopes
from mcp.shared._httpx_utils import stream_within_origin
from mcp.shared.auth import OAuthMetadata
from mcp_types import LATEST_PROTOCOL_VERSION
from pydantic import ValidationError

from agents.tools.mcp.oauth.parties import BrowserNeeded, Party, http, registration_of
from omniforge.errors import InvalidInput, OmniForgeError
from omniforge.net import Guard, RequestFailed

_HELLO = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": LATEST_PROTOCOL_VERSION,
        "capabilities": {},
        "clientInfo": {"name": "OmniForge", "version": "1"},
    },
}
_TOOLS = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
_SESSION = "Mcp-Session-Id"
_TAKES = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": LATEST_PROTOCOL_VERSION}
_MOST_KEPT = 100_000  # characters stored with each pending sign-in
_NO_CLIENT = gettext_noop(
    "{name} doesn't let applications register themselves. Register one there with the return address "
    "{back}, and enter its client ID and secret under More."
)
_ODD = gettext_noop(
    "The sign-in of {name} isn't set up as the standard says, so it isn't used. "
    "Enter a key instead, or ask {name}'s support."
)
_UNKNOWN_PLACE = gettext_noop(
    "The sign-in of {name} doesn't say where it is, so it isn't used. "
    "Enter a key instead, or ask {name}'s support."
)
_NO_PKCE = gettext_noop(
    "The sign-in of {name} has no PKCE (S256), which keeps it safe, so it isn't used. "
    "Enter a key instead, or ask {name}'s support."
)
_ELSEWHERE = gettext_noop(
    "The sign-in of {name} leads to a page of another service, so it isn't used. "
    "Enter a key instead, or ask {name}'s support."
)
_TOO_MUCH = gettext_noop(
    "The sign-in of {name} says far too much of itself, so it isn't used. "
    "Enter a key instead, or ask {name}'s support."
)
_PLAIN = gettext_noop(
    "The sign-in of {name} isn't encrypted, so it isn't used. Enter a key instead, or ask {name}'s support."
)
_KNOWN_PLACES = ("oauth-authorization-server", "openid-configuration")  # RFC 8414, OpenID Connect Discovery


@dataclass(frozen=True, slots=True)
class Door:
    """A server to sign in to: its address and name, our redirect address, and the stored registration.

    `document` is the address of our client metadata, if it is public. `asks` are extra parameters for this
    server's sign-in page.
    """

    url: str
    name: str
    return_to: str
    registration: Mapping[str, Any]
    document: str = ""
    asks: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Where the browser goes, the state that identifies it on return, and the PKCE `verifier`."""

    address: str
    state: str
    verifier: str
    registration: dict[str, Any]


async def begin(door: Door) -> Leave | None:
    """Contact a server and prepare the sign-in that it asks for, or None if it asks for none.

    Raises RequestRefused, RequestFailed, and InvalidInput if a sign-in isn't possible: it needs its own
    client, or isn't safe.
    """
    party = Party(door.url, door.registration, return_to=door.return_to)
    try:
        if not await _asks_for_sign_in(party, door):
            return None
    except httpx2.HTTPError as error:
        raise RequestFailed(
            gettext("%(name)s can't be reached. Check its address, or try again later.") % {"name": door.name}
        ) from error
    except (OAuthFlowError, ValidationError):  # their messages quote the other side
        raise InvalidInput(gettext(_ODD).format(name=door.name)) from None
    if await is_page_of_another(_require_safe(party, door)):
        raise InvalidInput(gettext(_ELSEWHERE).format(name=door.name))
    leave = _leave(party, door)
    if len(json.dumps(leave.registration)) > _MOST_KEPT:
        raise InvalidInput(gettext(_TOO_MUCH).format(name=door.name))
    return leave


async def _asks_for_sign_in(party: Party, door: Door) -> bool:
    """Return whether a sign-in is asked for, with registration or the client metadata document.

    Raises InvalidInput if the server refuses both.
    """
    try:
        return await _knock(party, door.url)
    except OAuthRegistrationError as error:
        metadata = party.context.oauth_metadata
        if not (door.document and metadata and metadata.client_id_metadata_document_supported):
            told = gettext(_NO_CLIENT).format(name=door.name, back=door.return_to)
            raise InvalidInput.of("client_id", told) from error
    party.context.client_metadata_url = door.document
    return await _knock(party, door.url)


async def _knock(party: Party, url: str) -> bool:
    """Return whether a sign-in is asked for: on initialize, or at some servers only when tools are listed."""
    try:
        async with http(party) as client:
            session = await _say(client, url, _HELLO, _TAKES)
            await _say(client, url, _TOOLS, _TAKES | ({_SESSION: session} if session else {}))
    except BrowserNeeded:
        return True
    return False


async def _say(
    client: httpx2.AsyncClient, url: str, message: Mapping[str, Any], headers: Mapping[str, str]
) -> str | None:
    """Send a message and return the server's session id. The answer is not read."""
    async with stream_within_origin(client, "POST", url, json=message, headers=headers) as response:
        return response.headers.get(_SESSION)


def _require_safe(party: Party, door: Door) -> OAuthMetadata:
    """Raise InvalidInput for a sign-in without metadata, PKCE or TLS; RequestRefused from the SSRF filter."""
    metadata = party.context.oauth_metadata
    if metadata is None:
        raise InvalidInput(gettext(_UNKNOWN_PLACE).format(name=door.name))
    if "S256" not in (metadata.code_challenge_methods_supported or ()):
        raise InvalidInput(gettext(_NO_PKCE).format(name=door.name))
    endpoints = metadata.authorization_endpoint, metadata.token_endpoint, metadata.revocation_endpoint
    for endpoint in filter(None, endpoints):
        Guard.of_settings().check(str(endpoint))
        if endpoint.scheme != "https" and door.url.startswith("https:"):
            raise InvalidInput(gettext(_PLAIN).format(name=door.name))
    return metadata


def _leave(party: Party, door: Door) -> Leave:
    context, proof, state = party.context, PKCEParameters.generate(), secrets.token_urlsafe(32)
    assert context.oauth_metadata and context.client_info
    _choose_method(party, given=bool(door.registration.get("given")))
    wanted = {
        "response_type": "code",
        "client_id": context.client_info.client_id,
        "redirect_uri": door.return_to,
        "state": state,
        "code_challenge": proof.code_challenge,
        "code_challenge_method": "S256",
        "resource": context.get_resource_url(),
    }
    more = str(door.registration.get("wanted", ""))
    scope = union_scopes(context.client_metadata.scope, more) or ""
    wanted |= {"scope": scope} if scope else {}
    wanted |= {"prompt": "consent"} if "offline_access" in scope.split() else {}
    address = httpx2.URL(str(context.oauth_metadata.authorization_endpoint))
    query = urlencode(wanted | dict(door.asks or {}))
    address = address.copy_with(query="&".join(filter(None, (address.query.decode(), query))).encode())
    kept = {"given": bool(door.registration.get("given")), "return_to": door.return_to}
    return Leave(str(address), state, proof.code_verifier, registration_of(party) | kept)


def _choose_method(party: Party, *, given: bool) -> None:
    """Choose the server's authentication method for an admin's own client, bound to that server."""
    client, metadata = party.context.client_info, party.context.oauth_metadata
    assert client and metadata
    if given:
        methods = metadata.token_endpoint_auth_methods_supported or ("client_secret_basic",)
        by_secret = "client_secret_post" if "client_secret_post" in methods else "client_secret_basic"
        client.token_endpoint_auth_method = by_secret if client.client_secret else "none"
        client.issuer = str(metadata.issuer)


async def is_page_of_another(metadata: OAuthMetadata) -> bool:
    """Return whether the issuer at the sign-in page's host says that its codes go elsewhere."""
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
            continue  # no metadata, as at most hosts that aren't issuers
