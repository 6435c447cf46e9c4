"""A real MCP server behind a real sign-in, both made with the SDK: `python -m … <port>`.

`POST /switch` changes its behaviour, `GET /seen` lists the requests it received, `/consent` is the consent
page.
"""

import asyncio
import hashlib
import json
import secrets
import sys
import time
from typing import Any

import uvicorn
from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    RefreshToken,
    RegistrationError,
    TokenError,
    construct_redirect_uri,
)
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions, RevocationOptions
from mcp.server.mcpserver import MCPServer
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from mcp_types import ToolAnnotations
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

PORT = int(sys.argv[1])
HERE = f"http://127.0.0.1:{PORT}"
RESOURCE = f"{HERE}/mcp"
GIVEN = OAuthClientInformationFull(
    client_id="given-client",
    client_secret="given-secret",
    token_endpoint_auth_method="client_secret_post",
    redirect_uris=[
        f"http://testserver/settings/connections/callback/{hashlib.sha256(RESOURCE.encode()).hexdigest()[:32]}/",
    ],
    scope="notes",
)
switches: dict[str, Any] = {}
seen: dict[str, Any] = {}


class Provider:
    """Signs in anybody who consents; each token is valid for the requested resource."""

    def __init__(self) -> None:
        self.clients = {GIVEN.client_id: GIVEN}
        self.asked: dict[str, tuple[str, AuthorizationParams]] = {}
        self.codes: dict[str, AuthorizationCode] = {}
        self.access: dict[str, AccessToken] = {}
        self.refresh: dict[str, RefreshToken] = {}

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        return self.clients.get(client_id)

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        if not switches["registers"]:
            raise RegistrationError("invalid_client_metadata", "no strangers")
        seen["registered"] += 1
        self.clients[client_info.client_id] = client_info

    async def authorize(self, client: OAuthClientInformationFull, params: AuthorizationParams) -> str:
        number = secrets.token_hex(8)
        self.asked[number] = client.client_id, params
        return f"{HERE}/consent?asked={number}"

    def consented(self, number: str, *, person: str) -> str:
        client_id, params = self.asked.pop(number)
        code = AuthorizationCode(
            code=f"code-{secrets.token_hex(16)}",
            scopes=params.scopes or ["notes"],
            expires_at=time.time() + 60,
            client_id=client_id,
            code_challenge=params.code_challenge,
            redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=True,
            resource=params.resource,
            subject=person,
        )
        self.codes[code.code] = code
        return construct_redirect_uri(str(params.redirect_uri), code=code.code, state=params.state)

    def declined(self, number: str) -> str:
        _, params = self.asked.pop(number)
        return construct_redirect_uri(str(params.redirect_uri), error="access_denied", state=params.state)

    async def load_authorization_code(self, client: Any, authorization_code: str) -> AuthorizationCode | None:
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(self, client: Any, code: AuthorizationCode) -> OAuthToken:
        del self.codes[code.code]
        return self._tokens(client.client_id, code)

    async def load_refresh_token(self, client: Any, refresh_token: str) -> RefreshToken | None:
        return self.refresh.get(refresh_token)

    async def exchange_refresh_token(self, client: Any, token: RefreshToken, scopes: list[str]) -> OAuthToken:
        seen["renewed"] += 1
        await asyncio.sleep(0.2)  # long enough for a second request with the same token
        if self.refresh.pop(token.token, None) is None:
            raise TokenError("invalid_grant", "used before")
        return self._tokens(client.client_id, token)

    def _tokens(self, client_id: str, of: AuthorizationCode | RefreshToken) -> OAuthToken:
        lasts = switches["lasts"]
        common = {
            "client_id": client_id,
            "scopes": of.scopes,
            "resource": of.resource,
            "subject": of.subject,
        }
        access = AccessToken(
            token=f"access-{secrets.token_hex(16)}", expires_at=int(time.time()) + 3600, **common
        )
        renewal = RefreshToken(token=f"refresh-{secrets.token_hex(16)}", **common)
        self.access[access.token], self.refresh[renewal.token] = access, renewal
        return OAuthToken(
            access_token=access.token,
            expires_in=lasts,
            refresh_token=renewal.token if switches["renews"] else None,
            scope="notes",
        )

    async def load_access_token(self, token: str) -> AccessToken | None:
        seen["tokens"].append(token)
        return self.access.get(token)

    async def revoke_token(self, token: AccessToken | RefreshToken) -> None:
        seen["revoked"].append(token.token.partition("-")[0])
        self.access.pop(token.token, None)
        self.refresh.pop(token.token, None)


provider = Provider()
server = MCPServer(
    "Notes",
    log_level="CRITICAL",
    auth_server_provider=provider,
    auth=AuthSettings(
        issuer_url=HERE,
        resource_server_url=RESOURCE,
        validate_token_resource=True,
        required_scopes=["notes"],
        client_registration_options=ClientRegistrationOptions(
            enabled=True, valid_scopes=["notes"], default_scopes=["notes"]
        ),
        revocation_options=RevocationOptions(enabled=True),
    ),
)


@server.tool(annotations=ToolAnnotations(readOnlyHint=True))
def list_notes() -> str:
    """List all notes."""
    from mcp.server.auth.middleware.auth_context import get_access_token

    token = get_access_token()
    return f"milk, as {token.subject if token else 'nobody'}"


def add_note(text: str) -> str:
    """Add a note."""
    return text


def _behave(**changes: Any) -> None:
    switches.update(changes)


def _begin() -> None:
    """Reset its behaviour and its tools."""
    switches.update({"registers": True, "lasts": 3600, "renews": True, "metadata": None})
    switches.update({"broken": False, "lacks": "", "greets": False})
    seen.update({"registered": 0, "renewed": 0, "revoked": [], "tokens": []})
    _offer("Add a note.")


def _offer(description: str) -> None:
    if any(tool.name == "add_note" for tool in server._tool_manager.list_tools()):
        server.remove_tool("add_note")
    if description:
        server.add_tool(add_note, description=description, annotations=ToolAnnotations(destructiveHint=True))


@server.custom_route("/switch", methods=["POST"])
async def switch(request: Request) -> Response:
    wanted = await request.json()
    if wanted.pop("begin", False):
        _begin()
    if "add_note" in wanted:
        _offer(wanted.pop("add_note"))
    if "forget" in wanted:  # as when consent is withdrawn, or expires
        for kind in wanted.pop("forget"):
            getattr(provider, kind).clear()
    _behave(**wanted)
    return JSONResponse({})


@server.custom_route("/seen", methods=["GET"])
async def tell(request: Request) -> Response:
    return JSONResponse(seen)


@server.custom_route("/consent", methods=["GET"])
async def consent(request: Request) -> Response:
    number, answer = request.query_params["asked"], request.query_params.get("answer")
    if answer == "allow":
        return RedirectResponse(provider.consented(number, person=request.query_params.get("as", "ann")), 302)
    if answer == "decline":
        return RedirectResponse(provider.declined(number), 302)
    return HTMLResponse(f"<title>Notes</title><a href='/consent?asked={number}&answer=allow'>Allow</a>")


@server.custom_route("/plain", methods=["GET", "POST"])
async def plain(request: Request) -> Response:
    return HTMLResponse("<title>Welcome</title>")


@server.custom_route("/slow", methods=["GET", "POST"])
async def slow(request: Request) -> Response:
    await asyncio.sleep(60)
    return JSONResponse({})


async def misbehaving(scope: Any, receive: Any, send: Any) -> None:
    """The server, with a broken sign-in or other metadata if it is switched so."""
    path = scope.get("path", "")
    if path == "/mcp" and switches["lacks"]:
        lacking = f'Bearer error="insufficient_scope", scope="{switches["lacks"]}"'
        return await Response("", 403, {"WWW-Authenticate": lacking})(scope, receive, send)
    if path == "/mcp" and switches["greets"]:
        message, receive = await _message(receive)
        if message.get("method") == "initialize":
            return await JSONResponse({"jsonrpc": "2.0", "id": message["id"], "result": {}})(
                scope, receive, send
            )
    if path == "/token" and switches["broken"]:
        return await Response("down", 503)(scope, receive, send)
    if path == "/.well-known/oauth-authorization-server" and _is_changed(scope):
        return await JSONResponse(METADATA | switches["metadata"])(scope, receive, send)
    await app(scope, receive, send)


def _is_changed(scope: Any) -> bool:
    """Return whether its metadata are changed; as localhost it is a different server."""
    return switches["metadata"] is not None and Request(scope).url.hostname == "127.0.0.1"


async def _message(receive: Any) -> tuple[dict[str, Any], Any]:
    """Return a message that came in one piece, and a `receive` that delivers it again."""
    event = await receive()

    async def again() -> dict[str, Any]:
        return event

    return json.loads(event.get("body") or b"{}"), again


METADATA = {
    "issuer": HERE,
    "authorization_endpoint": f"{HERE}/authorize",
    "token_endpoint": f"{HERE}/token",
    "registration_endpoint": f"{HERE}/register",
}
app = server.streamable_http_app(stateless_http=True, host="127.0.0.1")


if __name__ == "__main__":
    _begin()
    uvicorn.run(misbehaving, host="127.0.0.1", port=PORT, log_level="critical")
