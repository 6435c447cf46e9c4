"""Errors of a connection, worded with what to do about them."""

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from agents.failures import ToolFailed
from agents.models import McpServer, SignIn
from omniforge.instants import say_seconds

KEY_REFUSED = "key_refused"


class SignInMissing(ToolFailed):
    """Nobody relevant has signed in, or the tokens are refused."""

    code = "sign_in_missing"
    status = 409


def sign_in_address(server: McpServer) -> str:
    """Return the page on which a person signs in to a server."""
    return f"{settings.SITE_URL}{reverse('sign-in-to-server', args=[server.slug])}"


def not_signed_in(server: McpServer) -> SignInMissing:
    """Return the error that the caller, or an admin for the workspace, has to sign in first."""
    if server.sign_in == SignIn.WORKSPACE:
        nobody = gettext("Nobody has signed in to {name}. An owner or admin does that in {where}.")
        said, told = _both(nobody, name=server.title)
        return SignInMissing(said, told=told)
    address, name = sign_in_address(server), server.title
    said = gettext("Sign in to {name} first: {address}").format(name=name, address=address)
    told = gettext("[Sign in to {name}]({address}), then ask again.").format(name=name, address=address)
    return SignInMissing(said, told=told)


def sign_in_ended(server: McpServer) -> SignInMissing:
    """Return the error that a sign-in has expired or been revoked."""
    ended = gettext("The sign-in to {name} has expired or was revoked. Reconnect it in {where}.")
    said, told = _both(ended, name=server.title)
    return SignInMissing(said, told=told)


def key_refused(server: McpServer) -> ToolFailed:
    """Return the error that a server refuses its key, or wants one."""
    if server.settings.get("headers"):
        wrong = gettext("{name} refuses the key. Remove it and connect it anew in {where}.")
    else:
        wrong = gettext("{name} wants a sign-in or a key. Remove it and connect it anew in {where}.")
    failure = _failed(server, wrong)
    failure.code = KEY_REFUSED
    return failure


def allows_too_little(server: McpServer) -> ToolFailed:
    """Return the error that a sign-in lacks the scope for a call."""
    return _failed(
        server,
        gettext("{name} doesn't allow this with its sign-in. To allow more, reconnect it in {where}."),
    )


def unreachable(server: McpServer) -> ToolFailed:
    said = gettext(
        "{name} can't be reached. It may be down. Try again later, or check its address in {where}."
    )
    return _failed(server, said, transient=True, unsure=True)


def tool_gone(server: McpServer, tool: str) -> ToolFailed:
    """Return the error that a server no longer has a tool that it listed."""
    said = gettext("{name} has changed its tools: {tool} is gone. Test it anew in {where}.")
    return _failed(server, said, tool=tool)


def too_slow(server: McpServer, seconds: float) -> ToolFailed:
    said = gettext("{name} didn't answer within {time}. Try again later, or see {where}.")
    return _failed(server, said, unsure=True, time=say_seconds(seconds))


def speaks_no_mcp(server: McpServer) -> ToolFailed:
    said = gettext("{name} doesn't answer as an MCP server. Check its address in {where}.")
    return _failed(server, said, unsure=True)


def sign_in_down(server: McpServer) -> ToolFailed:
    said = gettext("The sign-in of {name} doesn't answer. Try again in a few minutes, or see {where}.")
    return _failed(server, said, transient=True)


def _failed(
    server: McpServer, text: str, *, transient: bool = False, unsure: bool = False, **filled: str
) -> ToolFailed:
    said, told = _both(text, name=server.title, **filled)
    return ToolFailed(said, told=told, transient=transient, unsure=unsure)


def _both(text: str, **filled: str) -> tuple[str, str]:
    """Return a sentence that names the page where it is fixed, as plain text and with a link."""
    where, address = gettext("Settings > Connections"), reverse("settings-connections")
    page = f"[{where}]({settings.SITE_URL}{address})"
    return text.format(where=where, **filled), text.format(where=page, **filled)
