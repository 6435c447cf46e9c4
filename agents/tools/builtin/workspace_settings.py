"""Rare tools: the workspace's settings and members. Owners and admins change them."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from agents.tools.context import CallContext
from agents.tools.named_things import MEMBER
from agents.tools.resolver import Resolver
from agents.tools.tool import Ask, Effect, Risk, ToolArguments, ToolResult, tool
from agents.tools.workspace.scope import Scope
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from omniforge.tenants.invitations import invite, link_of
from omniforge.tenants.models import Membership, Role
from omniforge.tenants.selectors import get_tenant
from omniforge.tenants.services import change_role, rename_tenant, set_retention, set_time_zone

_OF_TIMES = (
    "Agents run at the clock times that they had, in this zone now. Events in calendars keep their moment: "
    "those that were entered in the former zone stand at another hour."
)


class Settings(ToolArguments):
    """The settings to change. Without any, the current ones are shown."""

    name: str = Field("", max_length=120)
    time_zone: str = Field("", max_length=60, description="Like Europe/Berlin.")
    keep_chats_days: int | None = Field(None, description="30 to 3650; older ones are erased.")

    @property
    def changes(self) -> bool:
        """Return whether anything is to be set."""
        return bool(self.name or self.time_zone or self.keep_chats_days is not None)


class SettingsNow(ToolResult):
    """The settings as they are now. `note` says what else comes of the change."""

    name: str
    time_zone: str
    keep_chats_days: int
    note: str | None = None

    def summary(self) -> str:
        return f"{self.name}: {self.time_zone}, chats are kept for {self.keep_chats_days} days"


def _said(arguments: Mapping[str, Any]) -> str:
    given = {name.replace("_", " "): value for name, value in arguments.items() if value}
    if not given:
        return "Looking at the settings of the workspace"
    return "Setting " + ", ".join(f"{name} to {value}" for name, value in given.items())


def _risk(arguments: Settings) -> Risk:
    return Risk(Effect.WRITE, Ask.AFTER_STRANGERS) if arguments.changes else Risk(Effect.READ, Ask.NEVER)


def _erases(arguments: Mapping[str, Any], scope: Scope) -> bool:
    """Return whether chats are to be kept for fewer days than now. All else can be set back."""
    days = arguments.get("keep_chats_days")
    return days is not None and days < get_tenant(scope.access).retention_days


def _check(arguments: Settings, scope: Scope) -> None:
    if arguments.changes:
        scope.access.require_administrator()


@tool(
    said=_said,
    effect=Effect.IRREVERSIBLE,
    risk=_risk,
    lasts=_erases,
    check=_check,
    named_values=True,
    rare=True,
)
async def workspace_settings(arguments: Settings, context: CallContext) -> SettingsNow:
    """Tell or change the workspace's name, its time zone, and for how many days chats are kept."""
    return await in_database(_set, arguments, context.access)


def _set(arguments: Settings, access: Access) -> SettingsNow:
    if arguments.name:
        rename_tenant(access=access, name=arguments.name)
    if arguments.time_zone:
        set_time_zone(access=access, time_zone=arguments.time_zone)
    if arguments.keep_chats_days is not None:
        set_retention(access=access, days=arguments.keep_chats_days)
    tenant = get_tenant(access)
    return SettingsNow(
        name=tenant.name,
        time_zone=tenant.time_zone,
        keep_chats_days=tenant.retention_days,
        note=_OF_TIMES if arguments.time_zone else None,
    )


class Member(ToolArguments):
    """A member and their new role."""

    do: Literal["invite", "change_role"]
    who: str = Field(
        min_length=1, max_length=254, description="An e-mail address; of a member also the name."
    )
    role: Literal["owner", "admin", "member", "auditor"] = "member"


class MemberSet(ToolResult):
    """The result. An invitation's link is for this person only."""

    who: str
    role: str
    link: str | None = None

    def summary(self) -> str:
        return f"{self.who}: {'invited as ' if self.link else ''}{self.role}"


def _member_said(arguments: Mapping[str, Any]) -> str:
    verb = "Inviting" if arguments["do"] == "invite" else "Changing the role of"
    return f"{verb} {arguments['who']}: {arguments.get('role') or 'member'}"


def _check_member(arguments: Member, scope: Scope) -> None:
    """Raise what the change would raise, before anybody is asked: no right to it, no such member."""
    scope.access.require_administrator()
    scope.access.require_rank_of(Role(arguments.role))
    if arguments.do == "change_role":
        Resolver(scope).one(arguments.who, (MEMBER,))


@tool(said=_member_said, effect=Effect.WRITE, ask=Ask.ALWAYS, check=_check_member, rare=True)
async def manage_members(arguments: Member, context: CallContext) -> MemberSet:
    """Invite a colleague or new user by a link, or change a member's role. Auditors only read."""
    return await in_database(_manage, arguments, Scope.of(context))


def _manage(arguments: Member, scope: Scope) -> MemberSet:
    access, role = scope.access, Role(arguments.role)
    if arguments.do == "invite":
        _, token = invite(access=access, role=role, email=arguments.who)
        return MemberSet(who=arguments.who, role=role, link=link_of(token))
    ref = Resolver(scope).one(arguments.who, (MEMBER,))
    membership = Membership.objects.get(tenant_id=access.tenant_id, user_id=ref.id)
    change_role(access=access, membership_id=membership.pk, role=role)
    return MemberSet(who=ref.title, role=role)
