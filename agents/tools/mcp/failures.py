"""What can be wrong with a connection, in words that say what to do about it."""

from django.conf import settings
from django.urls import reverse

from agents.failures import ToolFailed
from agents.models import McpServer, SignIn

KEY_REFUSED = "key_refused"


class SignInMissing(ToolFailed):
    """Nobody whose word counts has signed in, or the tokens of who did are refused."""

    code = "sign_in_missing"
    status = 409


def sign_in_address(server: McpServer) -> str:
    """Return the page on which a person signs in to a server."""
    return f"{settings.SITE_URL}{reverse('sign-in-to-server', args=[server.slug])}"


def not_signed_in(server: McpServer) -> SignInMissing:
    """Return that the caller, or for the workspace an admin, has to sign in first."""
    address = sign_in_address(server)
    if server.sign_in == SignIn.WORKSPACE:
        said, told = _mended_by(f"Nobody has signed in to {server.title}. An owner or admin does that in")
        return SignInMissing(said, told=told)
    said = f"Sign in to {server.title} first: {address}"
    return SignInMissing(said, told=f"[Sign in to {server.title}]({address}), then ask again.")


def sign_in_ended(server: McpServer) -> SignInMissing:
    """Return that a sign-in has run out, or that consent to it was taken back."""
    said, told = _mended_by(f"{_owned(server.title)} sign-in has expired or was revoked. Reconnect it in")
    return SignInMissing(said, told=told)


def key_refused(server: McpServer) -> ToolFailed:
    """Return that a server takes neither the key that it is sent nor none."""
    wrong = "refuses the key" if server.settings.get("headers") else "wants a sign-in or a key"
    failure = _failed(f"{server.title} {wrong}. Remove it and connect it anew in")
    failure.code = KEY_REFUSED
    return failure


def allows_too_little(server: McpServer) -> ToolFailed:
    """Return that a sign-in is good, but not for what was asked."""
    return _failed(f"{server.title} doesn't allow this with its sign-in. To allow more, reconnect it in")


def unreachable(server: McpServer) -> ToolFailed:
    said = f"{server.title} can't be reached. It may be down. Try again later, or check its address in"
    return _failed(said, transient=True, unsure=True)


def tool_gone(server: McpServer, tool: str) -> ToolFailed:
    """Return that a server no longer has a tool that it listed."""
    return _failed(f"{server.title} has changed its tools: {tool} is gone. Test it anew in")


def too_slow(server: McpServer, seconds: float) -> ToolFailed:
    said = f"{server.title} didn't answer within {seconds:g} seconds. Try again later, or see"
    return _failed(said, unsure=True)


def speaks_no_mcp(server: McpServer) -> ToolFailed:
    return _failed(f"{server.title} doesn't answer as an MCP server. Check its address in", unsure=True)


def sign_in_down(server: McpServer) -> ToolFailed:
    said = f"The sign-in of {server.title} doesn't answer. Try again in a few minutes, or see"
    return _failed(said, transient=True)


def _owned(title: str) -> str:
    """Return a name in the possessive."""
    return f"{title}'" if title.endswith("s") else f"{title}'s"


def _failed(said: str, *, transient: bool = False, unsure: bool = False) -> ToolFailed:
    said, told = _mended_by(said)
    return ToolFailed(said, told=told, transient=transient, unsure=unsure)


def _mended_by(said: str) -> tuple[str, str]:
    """Return a sentence that ends with the page where it is mended, plain and with a link to it."""
    page = f"{settings.SITE_URL}{reverse('settings-connections')}"
    return f"{said} Settings > Connections.", f"{said} [Settings > Connections]({page})."
