"""Lists of who is in the workspace, and of the outside systems that it is connected with."""

from collections.abc import Iterator

from django.conf import settings

from agents.notifications.selectors import names_of_web_hooks
from agents.tools.context import CallContext
from agents.tools.listers.listed import WORKSPACE, Listed, Wanted, page
from agents.tools.mcp.selectors import standings
from agents.tools.mcp.standing import Standing
from agents.tools.resolving import Resolver
from agents.tools.rows import Row, without_nothing
from omniforge.calendar.selectors import account_host, calendar_of
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership

_STATES = {
    Standing.SIGN_IN: "not signed in",
    Standing.EXPIRED: "sign-in expired",
    Standing.FAILING: "not working",
    Standing.UNTESTED: "not tested",
    Standing.OFF: "switched off",
}


def members(wanted: Wanted, resolver: Resolver, context: CallContext) -> Listed:
    """Return the members of the workspace."""
    found = Membership.objects.filter(tenant_id=context.access.tenant_id).select_related("user")
    found = found.defer("preferences").order_by("created_at")
    fits = wanted.conditions.has_title
    rows = [one for one in found if fits(one.user.name) or fits(one.user.email)]
    return page(WORKSPACE, rows, wanted, lambda one: _member_row(one, context))


def _member_row(member: Membership, context: CallContext) -> Row:
    return without_nothing(
        {
            "name": member.user.name,
            "email": member.user.email,
            "role": member.role,
            "is_you": member.user_id == context.access.user_id or None,
        }
    )


def connections(wanted: Wanted, resolver: Resolver, context: CallContext) -> Listed:
    """Return what agents can read from and send to."""
    found = [one for one in connected(context.access) if wanted.conditions.has_title(one["name"])]
    return page(WORKSPACE, found, wanted, dict)


def connected(access: Access) -> Iterator[Row]:
    for server, standing, _ in standings(access):
        row = {"name": server.slug, "kind": "server", "tools": len(server.tools)}
        yield row if standing == Standing.CONNECTED else row | {"state": _STATES[standing]}
    for name in names_of_web_hooks(access):
        yield {"name": name, "kind": "web hook", "use": "send_message"}
    host = account_host(calendar_of(access))
    yield {"name": "calendar", "kind": "calendar", "kept": f"with {host}" if host else "here"}
    if settings.EMAIL_HOST:
        yield {"name": "mail", "kind": "mail", "use": "send_message"}
    if settings.SEARCH:
        yield {"name": "web search", "kind": "web", "use": "web_search"}
