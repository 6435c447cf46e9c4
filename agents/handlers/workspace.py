"""Reports on the workspace, and changes its settings after a yes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, get_args

from agents.failures import ToolFailed
from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from intent.commands import Command
from omniforge.errors import Conflict, NotFound, OmniForgeError
from omniforge.llm.types import Purpose
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from omniforge.tenants.invitations import VALID_FOR, invite, link_of
from omniforge.tenants.models import Membership, Role, User
from omniforge.tenants.selectors import get_tenant, list_members
from omniforge.tenants.services import change_role, rename_tenant, set_retention, set_time_zone
from omniforge.tenants.usage import month_totals, sum_totals

_PRIVACY = (
    "Only you see your conversations. An owner, an admin or an auditor can open a message in the audit if "
    "they give a reason. That is recorded, and you can see who it was and why. Everybody in the workspace "
    "sees projects."
)
_CONNECT = (
    "An owner or admin can connect one in Settings > Models: OpenAI, Anthropic, Google Gemini, Azure, "
    "Ollama, or any server with OpenAI's API."
)
_ELSEWHERE = "I can't do that from a chat. Open Settings."


@handles("workspace.show")
async def show(task: Task, command: Command) -> Answer:
    """Report the workspace's settings."""
    tenant = await in_database(get_tenant, task.pack.access)
    return Answer(
        f"**{tenant.name}**: chats are kept for {tenant.retention_days} days, the time zone is "
        f"{tenant.time_zone}, and your role is {task.pack.access.role}."
    )


@handles("workspace.members")
async def members(task: Task, command: Command) -> Answer:
    """List the members of the workspace."""
    return Answer(await in_database(_members, task.pack.access))


def _members(access: Access) -> str:
    lines = [f"- {member.user} ({member.role})" for member in list_members(access)]
    return f"The members of {get_tenant(access).name}:\n\n" + "\n".join(lines)


@handles("workspace.usage")
async def usage(task: Task, command: Command) -> Answer:
    """Report what models have cost this month."""
    return Answer(await in_database(_usage, task.pack.access))


def _usage(access: Access) -> str:
    total = sum_totals(month_totals(access))
    who = "The workspace has" if access.is_overseer else "You have"
    spent = f"{who} used {total['tokens']:,} tokens this month, for ${total['cost']:.2f}."
    return f"{spent} Settings > Usage shows it by purpose and model."


@handles("workspace.models")
async def models(task: Task, command: Command) -> Answer:
    if not task.pack.models.available("reply"):
        return Answer(f"No model is connected. {_CONNECT}")
    roles = [f"- {purpose}: {task.pack.models.name(purpose)}" for purpose in get_args(Purpose)]
    return Answer("The models of this workspace:\n\n" + "\n".join(roles))


@handles("workspace.conversations")
async def conversations(task: Task, command: Command) -> Answer:
    """List the titles of the person's latest conversations."""
    titles: Sequence[str] = await task.pack.recent_conversations()
    listed = "\n".join(f"- {title}" for title in titles)
    return Answer(
        f"Your latest conversations:\n\n{listed}" if titles else "You have no other conversations yet."
    )


@handles("workspace.privacy", "workspace.connect_model", "settings.elsewhere")
async def tell(task: Task, command: Command) -> Answer:
    """Return a reply that is the same in every workspace."""
    said = {"workspace.privacy": _PRIVACY, "workspace.connect_model": _CONNECT}
    return Answer(said.get(command.name, _ELSEWHERE))


Change = Callable[[Access, Command], str]


def _retention(access: Access, command: Command) -> str:
    set_retention(access=access, days=command.slots["length"])
    return f"Chats are now kept for {command.slots['length']} days."


def _time_zone(access: Access, command: Command) -> str:
    set_time_zone(access=access, time_zone=command.slots["zone"])
    return f"The time zone is now {command.slots['zone']}. Schedules follow it."


def _rename(access: Access, command: Command) -> str:
    rename_tenant(access=access, name=command.slots["title"])
    return f"The workspace is now called {command.slots['name']}."


def _invite(access: Access, command: Command) -> str:
    email, role = command.slots["email"], Role(command.slots.get("role", Role.MEMBER))
    _, token = invite(access=access, role=role, email=email)
    link = link_of(token)
    valid = f"It is valid for {VALID_FOR.days} days."
    return f"Created an invitation for {email} as {role}. {valid} Send them this link: [{link}]({link})"


def _role(access: Access, command: Command) -> str:
    member = _member(access, command.slots["who"])
    change_role(access=access, membership_id=member.pk, role=Role(command.slots["role"]))
    return f"{member.user} is now {command.slots['role']}."


# Each settings change as a question, and the service that makes it.
_SETTINGS: Mapping[str, tuple[str, Change]] = {
    "settings.retention": ("Keep chats for {length} days and erase older ones?", _retention),
    "settings.time_zone": ("Set the time zone to {zone}?", _time_zone),
    "settings.rename": ("Rename the workspace to {title}?", _rename),
    "settings.invite": ("Create an invitation link for {email} as {role}?", _invite),
    "settings.role": ("Make {who} {role} of the workspace?", _role),
}


@handles(*_SETTINGS)
async def change(task: Task, command: Command) -> Answer:
    """Change a setting after a yes. For a person without the right, say who has it."""
    access = task.pack.access
    if access.role in (Role.OWNER, Role.ADMIN) and not access.has_scope("admin"):
        raise ToolFailed("This API key lacks the scope “admin”. Use one that has it, or say it on the site.")
    if not access.is_administrator:
        who = await in_database(_administrators, access)
        raise ToolFailed(f"Only owners and admins can change the workspace. That's {who} here.")
    question, make = _SETTINGS[command.name]
    slots = {"role": Role.MEMBER.value, **command.slots}
    if not task.confirm(question.format(**slots)):
        return Answer("Nothing was changed.")
    try:
        said = await in_database(make, task.pack.access, command)
    except OmniForgeError as error:
        return Answer(f"Nothing was changed. {error.message}")
    task.tell(*await in_database(_told, task.pack.access, command))
    return Answer(said)


def _told(access: Access, command: Command) -> tuple[Literal["create", "update"], str, str]:
    """Return the event's action, kind and name: an invitation, a member, or the workspace."""
    if command.name == "settings.invite":
        return "create", "invitation", command.slots["email"]
    if command.name == "settings.role":
        return "update", "member", command.slots["who"]
    return "update", "workspace", get_tenant(access).name


def _administrators(access: Access) -> str:
    names = [str(one.user) for one in list_members(access) if one.role in (Role.OWNER, Role.ADMIN)]
    return " or ".join(names)


def _member(access: Access, said: str) -> Membership:
    """Return the one member with this address, else name, else first name. Raises NotFound and Conflict."""
    members = list(list_members(access))
    for names_of in (_address, _name, _first_name):
        found = [member for member in members if names_of(member.user) == said.lower()]
        if len(found) == 1:
            return found[0]
        if found:
            raise Conflict(f"{said} fits {len(found)} members. Give their email address.")
    raise NotFound(f"Nobody called {said} is a member here. Give their email address.")


def _address(user: User) -> str:
    return user.email.lower()


def _name(user: User) -> str:
    return user.name.lower()


def _first_name(user: User) -> str:
    return _name(user).partition(" ")[0]
