"""Signing in to a server and out again. Each is audited. No entry holds a token."""

import asyncio
from collections.abc import Collection
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from agents.models import McpGrant, McpServer, McpSignIn, SignIn
from agents.tools.mcp.directory import known_servers
from agents.tools.mcp.listed_tools import check_server
from agents.tools.mcp.oauth.giving_back import revoke_later
from agents.tools.mcp.oauth.grants import grants_for, store_tokens
from agents.tools.mcp.selectors import usable_server
from omniforge.errors import InvalidInput, NotFound
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.keys import hash_key

if TYPE_CHECKING:
    from agents.tools.mcp.oauth.authorization import Door

_LASTS = timedelta(minutes=10)
_UNKNOWN = gettext_noop("This sign-in was begun in another browser, or took too long. Start it again.")
_DECLINED = gettext_noop(
    "{name} wasn't connected, because the sign-in was declined there. Start it again to connect it."
)


class Leaving(NamedTuple):
    """The address where a browser signs in, and the state that identifies it. Its session stores it."""

    name: str
    address: str
    mark: str

    @property
    def host(self) -> str:
        return urlsplit(self.address).hostname or ""


def begin_sign_in(*, access: Access, server: str, site: str) -> Leaving | None:
    """Return the address to which the browser goes to sign in, or None if the server needs no sign-in.

    Only owners and admins sign in for the workspace. `site` is the base of our addresses. The call blocks.
    Raises NotFound, NotAllowed, RequestRefused, RequestFailed, and InvalidInput if the server offers no
    usable sign-in.
    """
    from agents.tools.mcp.oauth.authorization import begin  # loads the SDK

    entered = usable_server(access, server)
    _require_may_sign_in(access, entered)
    leave = asyncio.run(begin(_door(entered, site)))
    if leave is None:
        return None
    mark, now = hash_key(leave.state), timezone.now()
    with transaction.atomic():
        McpSignIn.objects.filter(tenant_id=access.tenant_id, expires_at__lt=now).delete()
        McpSignIn.objects.create(
            tenant_id=access.tenant_id,
            server=entered,
            user_id=access.user_id,
            state_hash=mark,
            flow={"verifier": leave.verifier, "registration": leave.registration},
            expires_at=now + _LASTS,
        )
    return Leaving(entered.title, leave.address, mark)


def finish_sign_in(
    *,
    access: Access,
    marks: Collection[str],
    path: str,
    state: str,
    code: str,
    issuer: str | None,
    error: str,
) -> McpServer:
    """Redeem what the browser came back with. `state` must be one of the `marks` that its session stores.

    `path` is the address to which the browser returned. It must belong to this server. Each mark works once.
    The call blocks. Raises NotFound if a mark or the path is wrong, NotAllowed as `begin_sign_in` does,
    InvalidInput if the person declined, and RequestFailed if the code is refused. For admins it also raises
    what `refresh_server` raises.
    """
    from agents.tools.mcp.oauth.callback import redeem

    begun = _taken(access, marks, hash_key(state), path)
    server = begun.server
    _require_may_sign_in(access, server)  # checked again: a role may have changed since
    if error or not code:
        raise InvalidInput(gettext(_DECLINED).format(name=server.title))
    tokens = asyncio.run(redeem(server, begun.flow, code=code, issuer=issuer))
    with transaction.atomic():
        store_tokens(server, _owner(access, server), tokens, begun.flow["registration"])
        audit.record(access=access, action="mcp_server.signed_in", target=server, reason=server.slug)
    if access.is_administrator:
        check_server(access=access, server=str(server.pk))
    return server


def sign_out(*, access: Access, server: str) -> None:
    """Revoke and delete one's own sign-in, or for owners and admins the workspace's. It blocks."""
    left = usable_server(access, server)
    _require_may_sign_in(access, left)
    grants = grants_for(left, _owner(access, left))
    given_back = list(grants)
    if not given_back:
        raise NotFound
    with transaction.atomic():
        grants.delete()
        audit.record(access=access, action="mcp_server.signed_out", target=left, reason=left.slug)
    revoke_later(left, given_back)


def _door(server: McpServer, site: str) -> "Door":
    """Return the server's sign-in parameters, reusing our registration if it is still valid."""
    from agents.tools.mcp.oauth.authorization import Door

    known, url = known_servers().get(server.known), server.settings["url"]
    back = f"{site}{return_path(url)}"
    document = f"{site}{reverse('mcp-client', args=[_key(url)])}" if site.startswith("https:") else ""
    return Door(
        url=url,
        name=server.title,
        return_to=back,
        registration=_of_use(server, back),
        document=document,
        asks=known.asks if known else {},
    )


def return_path(url: str) -> str:
    """Return the redirect path of the server at `url`, which no other server shares.

    Otherwise a server whose metadata names another server's sign-in page would receive that one's codes
    (mix-up attack, RFC 9700, section 4.4).
    """
    return reverse("mcp-callback", args=[_key(url)])


def _key(url: str) -> str:
    return hash_key(url)[:32]


def _of_use(server: McpServer, back: str) -> dict[str, Any]:
    """Return the reusable part of a registration: all of it if an admin made it or tokens depend on it.

    Otherwise we register again, so that a registration dropped by the other side heals. Wanted scopes are
    kept.
    """
    kept = server.registration
    lives = any(grant.tokens for grant in McpGrant.objects.filter(server=server))
    if kept.get("given") or (lives and kept.get("return_to") == back):
        return dict(kept)
    return {"wanted": kept.get("wanted", "")}


def _require_may_sign_in(access: Access, server: McpServer) -> None:
    if server.sign_in == SignIn.PERSON:
        access.require_writer()
    else:
        access.require_administrator()


def _owner(access: Access, server: McpServer) -> UUID | None:
    """Return whose sign-in it is, or None for the workspace's."""
    return access.user_id if server.sign_in == SignIn.PERSON else None


def _taken(access: Access, marks: Collection[str], mark: str, path: str) -> McpSignIn:
    own = McpSignIn.objects.filter(tenant_id=access.tenant_id, user_id=access.user_id, state_hash=mark)
    begun = own.select_related("server").first() if mark in marks else None
    if begun is None or not own.delete()[0] or begun.expires_at < timezone.now():
        raise NotFound(gettext(_UNKNOWN))
    if not begun.flow["registration"]["return_to"].endswith(path):
        raise NotFound(gettext(_UNKNOWN))
    return begun
