"""Template tags of the sidebar: navigation, workspace switch, the person's menu."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from omniforge.tenants.models import Membership, Role
from omniforge.tenants.selectors import list_workspaces

register = template.Library()
_ROLES = {
    Role.OWNER: gettext_noop("owner"),
    Role.ADMIN: gettext_noop("admin"),
    Role.MEMBER: gettext_noop("member"),
    Role.AUDITOR: gettext_noop("auditor"),
}


@register.filter
def initials(person: object) -> str:
    """Return up to two initials of a person's name or address."""
    return "".join(word[0] for word in str(person).split()[:2]).upper()


@register.filter
def in_a_row(memberships: Iterable[Any]) -> str:
    """Return the names of members: 'Derek Obi, Maria Chen'."""
    return ", ".join(str(one.user) for one in memberships)


@register.filter
def role_in_words(role: str) -> str:
    """Return a role's name within a sentence. In English that is lower case."""
    return gettext(_ROLES[Role(role)])


@register.inclusion_tag("parts/nav_link.html", takes_context=True)
def nav_link(context: Mapping[str, Any], name: str, icon: str, label: str) -> dict[str, Any]:
    """A sidebar link to the page `name`, marked current there and on its subpages."""
    href = reverse(name)
    return {
        "href": href,
        "icon": icon,
        "label": label,
        "current": context["request"].path.startswith(href),
    }


@register.inclusion_tag("parts/account_menus.html", takes_context=True)
def account_menus(context: Mapping[str, Any]) -> dict[str, Any]:
    """The workspace switch and the person's menu, by one query."""
    request = context["request"]
    memberships = list_workspaces(request.user)
    return {
        "request": request,
        "csrf_token": context.get("csrf_token"),
        "person": request.user,
        "memberships": memberships,
        "current": _current(request, memberships),
    }


@register.simple_tag(takes_context=True)
def workspace_zone(context: Mapping[str, Any]) -> str:
    """Return the current workspace's time zone, for pages without `account_menus`."""
    request = context["request"]
    if not request.user.is_authenticated:
        return ""
    current = _current(request, list_workspaces(request.user))
    return current.tenant.time_zone if current else ""


def _current(request: HttpRequest, memberships: Sequence[Membership]) -> Membership | None:
    """Return the membership in the chosen workspace, else in the first one."""
    chosen = str(request.session.get("tenant", ""))
    found = (one for one in memberships if str(one.tenant_id) == chosen)
    return next(found, next(iter(memberships), None))
