"""Settings of the workspace that a chat can change: read from words, applied by the tenants' services."""

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple
from zoneinfo import available_timezones

from django.urls import reverse

from omniforge.errors import Conflict, NotFound
from omniforge.tenants.access import Access
from omniforge.tenants.invitations import VALID_FOR, invite
from omniforge.tenants.models import Membership, Role, User
from omniforge.tenants.selectors import get_tenant, list_members
from omniforge.tenants.services import change_role, rename_tenant, set_retention, set_time_zone

Kind = Literal["retention", "rename", "time_zone", "invite", "role"]


class Setting(NamedTuple):
    """One change of the workspace: `value` is days, a name, a zone, an address or a person."""

    kind: Kind
    value: str
    role: str = ""

    @property
    def words(self) -> str:
        """The change as an act."""
        return {
            "retention": f"Keep chats for {self.value} days, and erase older ones",
            "rename": f"Rename the workspace to {self.value}",
            "time_zone": f"Set the time zone to {self.value}",
            "invite": f"Make an invitation link for {self.value} as {self.role}",
            "role": f"Make {self.value} {self.role} of the workspace",
        }[self.kind]

    def as_slots(self) -> dict[str, str]:
        """Return it as the slots of a draft."""
        return self._asdict()


def setting_of(slots: Mapping[str, str]) -> Setting:
    """Return the setting that `as_slots` gave."""
    return Setting(**slots)  # type: ignore[arg-type]  # the kind was a Kind when it was stored


_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
_RETENTION = re.compile(
    r"\b(?:retention|keep|kept|store|delete|erase|older than|history)\b.*?\b(?P<n>\d{1,4}|one|a|two|"
    r"three|six|seven|ten)\s*"
    r"(?P<unit>day|week|month|year)s?\b",
    re.I | re.S,
)
_WORDS = {"one": 1, "a": 1, "two": 2, "three": 3, "six": 6, "seven": 7, "ten": 10}
_ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_INVITE = re.compile(r"\b(?:invite|add|onboard|let in|lade|invita)\b", re.I)
_ROLE = re.compile(r"\b(owner|admin|administrator|member|auditor)\b", re.I)
_MAKE_ROLE = re.compile(
    r"\b(?:make|promote|demote|change|set|turn)\s+(?P<who>[\w.+@-]+(?-i: [A-Z][\w-]+)?)(?:'s role)?\s+"
    r"(?:to |an? |the |into |from \w+ to |role )*(?P<role>owner|admin|administrator|member|auditor)\b",
    re.I,
)
_RENAME = re.compile(
    r"\b(?:rename|call|name|(?:change|set|update) (?:the )?name of)\b.*?"
    r"\b(?:workspace|company|organi[sz]ation|tenant)\b(?:\s+(?:to|as|is|called))*\s+"
    r"['\"“]?(?P<name>[^'\"”.]+)['\"”]?\.?$",
    re.I,
)
_NEW_NAME = re.compile(
    r"\b(?:change|set|update)\b.*?\b(?:workspace|company|organi[sz]ation|tenant)(?:'s)? name\s+(?:to|as)\s+"
    r"['\"“]?(?P<name>[^'\"”.]+)['\"”]?\.?$",
    re.I,
)
_CITY = re.compile(r"\btime ?zone\b.*?\b(?:to|is|as)\s+(?P<city>[A-Za-z][A-Za-z ]*?)[\s.!]*$", re.I)
_ZONE = re.compile(r"\b[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+\b|\bUTC\b")


def read_setting(message: str) -> Setting | None:
    """Return the change that `message` asks for, or None where it is none of those made from a chat."""
    if match := _RETENTION.search(message):
        number = int(match["n"]) if match["n"].isdigit() else _WORDS[match["n"].lower()]
        return Setting("retention", str(number * _DAYS[match["unit"].lower()]))
    if (address := _ADDRESS.search(message)) and _INVITE.search(message):
        return Setting("invite", address[0], _role(message))
    if match := _MAKE_ROLE.search(message):
        return Setting("role", match["who"], _role(match["role"]))
    if match := _RENAME.search(message) or _NEW_NAME.search(message):
        return Setting("rename", match["name"].strip())
    zone = _time_zone(message)
    return Setting("time_zone", zone) if zone else None


def _time_zone(message: str) -> str:
    """Return the time zone that is named, be it by its city; empty where none is."""
    zones = available_timezones()
    if (zone := _ZONE.search(message)) and zone[0] in zones:
        return zone[0]
    city = _CITY.search(message)
    wanted = f"/{city['city'].replace(' ', '_')}".casefold() if city else "/"
    return min((one for one in zones if one.casefold().endswith(wanted)), default="")


def _role(text: str) -> str:
    match = _ROLE.search(text)
    said = match[1].lower() if match else "member"
    return "admin" if said == "administrator" else said


class Done(NamedTuple):
    """What was changed: its kind, its name, and what to say of it."""

    entity_type: str
    entity_name: str
    said: str


def apply(*, access: Access, setting: Setting) -> Done:
    """Make the change. Raises what the services raise."""
    if setting.kind == "invite":
        return Done("invitation", setting.value, _invite(access, setting))
    if setting.kind == "role":
        return Done("member", setting.value, _change_role(access, setting))
    said = _change_workspace(access, setting)
    return Done("workspace", get_tenant(access).name, said)


def _change_workspace(access: Access, setting: Setting) -> str:
    if setting.kind == "retention":
        set_retention(access=access, days=int(setting.value))
        return f"Chats are kept for {setting.value} days from now on."
    if setting.kind == "rename":
        rename_tenant(access=access, name=setting.value)
        return f"The workspace is called {setting.value} now."
    set_time_zone(access=access, time_zone=setting.value)
    return f"The time zone is {setting.value} now. Schedules follow it."


def _invite(access: Access, setting: Setting) -> str:
    _, token = invite(access=access, role=Role(setting.role), email=setting.value)
    path = reverse("invitation", args=[token])
    return (
        f"Made an invitation for {setting.value} as {setting.role}. Send them this link, it is valid for "
        f"{VALID_FOR.days} days: {path}"
    )


def _change_role(access: Access, setting: Setting) -> str:
    member = _member(access, setting.value)
    change_role(access=access, membership_id=member.pk, role=Role(setting.role))
    return f"{member.user} is {setting.role} now."


def _member(access: Access, said: str) -> Membership:
    """Return the one member of this address, else name, else first name. Raises NotFound, Conflict."""
    members = list(list_members(access))
    for names_of in (_address, _name, _first_name):
        found = [member for member in members if names_of(member.user) == said.lower()]
        if len(found) == 1:
            return found[0]
        if found:
            raise Conflict(f"{said} fits {len(found)} members. Say which by their e-mail address.")
    raise NotFound(f"Nobody called {said} is a member here. Use their e-mail address.")


def _address(user: User) -> str:
    return user.email.lower()


def _name(user: User) -> str:
    return user.name.lower()


def _first_name(user: User) -> str:
    return _name(user).partition(" ")[0]
