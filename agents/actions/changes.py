"""One change of an agent: read from words, applied by the services, told as from what to what."""

import re
from collections.abc import Collection
from datetime import datetime
from typing import Literal, NamedTuple

from agents.builder.agent_form import read_answer
from agents.models import AgentDefinition, AgentStatus
from agents.naming import to_kebab
from agents.schedules import parse_schedule
from agents.schedules.due import say_next
from agents.selectors import get_agent
from agents.services import remove_skill, set_status, update_agent
from omniforge.tenants.access import Access

Field = Literal[
    "status", "skill", "schedule", "source", "subject", "destination", "slug", "description", "instructions"
]


class Change(NamedTuple):
    """A field and its new value; for `skill` the skill to take away."""

    field: Field
    value: str


ARCHIVE = Change("status", AgentStatus.ARCHIVED)
_DELETES = re.compile(
    r"\b(?:delete|archive|remove|retire|scrap|get rid of|take (?:it )?down|decommission|lösche?n?|"
    r"borra|elimina)\b",
    re.I,
)
_PAUSES = re.compile(
    r"\b(?:pause|suspend|stop|disable|deactivate|(?:turn|switch) (?:\S+ )?off|put (?:\S+ )?on hold|"
    r"pausiere?n?|pausa)\b",
    re.I,
)
_WAKES = re.compile(
    r"\b(?:resume|unpause|un-pause|reactivate|activate|re-?enable|enable|wake|restart|(?:turn|"
    r"switch) (?:\S+ )?(?:back )?on|"
    r"aktiviere?n?|reanuda)\b",
    re.I,
)
_TEXT = re.compile(
    r"\b(?P<field>description|instructions?)\b(?:\s+of\s+\S+)?\s*(?:to|is|should be|should say|:|"
    r"=)+\s*['\"“]?(?P<value>.+?)['\"”]?$",
    re.I | re.S,
)
_RENAME = re.compile(
    r"\brename\s+(?:\S+(?:\s+\S+){0,4}?\s+(?:to|as|into)\s+|(?:it|this|that)\s+)"
    r"['\"“]?(?P<value>[\w-]+(?: [\w-]+){0,3})['\"”]?[.!]?$",
    re.I,
)
_SLOTS: dict[str, Field] = {
    "source": "source",
    "subject": "subject",
    "destination": "destination",
    "name": "slug",
    "purpose": "description",
}


def read_change(message: str, skills: Collection[str]) -> Change | None:
    """Return the change of an agent that `message` asks for, or None; `skills` are all there are."""
    if text := _TEXT.search(message):
        return Change(
            "instructions" if text["field"].lower().startswith("i") else "description", text["value"].strip()
        )
    if named := _read_name(message):
        return Change("slug", named)
    removed = next(
        (skill for skill in skills if re.search(rf"(?<![\w-]){re.escape(skill)}(?![\w-])", message)), None
    )
    if removed and _DELETES.search(message):
        return Change("skill", removed)
    if schedule := parse_schedule(
        message, asked=bool(re.search(r"\b(?:at|on|schedule|instead)\b", message, re.I))
    ):
        return Change("schedule", schedule.cron)
    return _read_status(message) or _read_field(message)


def _read_status(message: str) -> Change | None:
    for pattern, status in (
        (_WAKES, AgentStatus.ACTIVE),
        (_PAUSES, AgentStatus.PAUSED),
        (_DELETES, AgentStatus.ARCHIVED),
    ):
        if pattern.search(message):
            return Change("status", status)
    return None


def _read_name(message: str) -> str:
    """Return the new name that a message gives, be it one that sounds like a schedule: 'weekly-notion'."""
    found = _RENAME.search(message)
    return to_kebab(found["value"]) if found else ""


def _read_field(message: str) -> Change | None:
    slots = read_answer(message, "")
    return next(
        (Change(_SLOTS[slot], value) for slot, value in slots.items() if slot in _SLOTS and value), None
    )


def apply(*, access: Access, agent: str, change: Change, now: datetime) -> tuple[AgentDefinition, str]:
    """Make the change; return the agent as it is now and what to say of it at `now`, in the tenant's zone.

    Raises NotFound, Conflict, InvalidInput and NotAllowed, as the services do.
    """
    before = get_agent(access, agent)
    if change.field == "status":
        changed = set_status(access=access, agent=agent, status=AgentStatus(change.value))
        said = _SAID[AgentStatus(change.value)].format(changed.slug)
        return changed, f"{said} {say_next(changed, now)}".rstrip()
    if change.field == "skill":
        changed = remove_skill(access=access, agent=agent, skill=change.value)
        return changed, f"**{changed.slug}** no longer has the skill **{change.value}**."
    field = {change.field: change.value}
    changed = update_agent(access=access, agent=agent, **field)  # type: ignore[arg-type]  # these are texts
    said = _told(before, changed, change.field)
    return changed, f"{said} {say_next(changed, now)}".rstrip() if change.field == "schedule" else said


_SAID = {
    AgentStatus.ACTIVE: "**{}** is active again.",
    AgentStatus.PAUSED: "**{}** is paused. Say 'resume it' to wake it.",
    AgentStatus.ARCHIVED: "Deleted **{}**. It is in no list any more; its past runs are kept.",
}


def _told(before: AgentDefinition, after: AgentDefinition, field: Field) -> str:
    """Say what changed, from what to what, as the database has it."""
    shown = "schedule_words" if field == "schedule" else field
    old, new = getattr(before, shown), getattr(after, shown)
    label = {"slug": "name", "schedule": "schedule"}.get(field, field)
    if old == new:
        return f"**{after.slug}** has this {label} already: {new}."
    was = f" Before: {old}." if old else ""
    return f"Changed **{before.slug}**: its {label} is now {new}.{was}"
