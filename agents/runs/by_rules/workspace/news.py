"""What has changed in projects lately, from their history."""

import re
from datetime import datetime, timedelta

from agents.runs.by_rules.workspace.things import Thing
from agents.tables.markdown import plain
from omniforge.projects.models import Version
from omniforge.tenants.access import Access

_SPAN = timedelta(days=7)
_READ, _TOLD = 200, 12
_SAID = {
    "create": "added",
    "update": "changed",
    "move": "moved",
    "delete": "deleted",
    "restore": "brought back",
}


def recent_changes(access: Access, project: Thing | None, now: datetime, who: str = "") -> str:
    """Return what changed in the last week, newest first, each thing once; in all projects without one.

    With `who`, a name or 'I', only what that person changed.
    """
    versions = Version.objects.filter(tenant_id=access.tenant_id, created_at__gte=now - _SPAN)
    versions = versions.filter(project_id=project.id) if project else versions
    rows = versions.exclude(entity_type__in=("edge", "project")).select_related("changed_by").order_by("-id")
    read = [row for row in rows[:_READ] if not who or _is_by(row, who, access)]
    newest = {row.entity_id: row for row in reversed(read)}
    lines = [_line(row, now) for row in sorted(newest.values(), key=lambda row: row.pk, reverse=True)[:_TOLD]]
    if lines:
        return "**Changed in the last week**\n\n" + "\n".join(lines)
    by = "" if not who else " by you" if who.lower() == "i" else f" by {plain(who)}"
    return f"Nothing was changed{by} in the last week."


def _is_by(row: Version, who: str, access: Access) -> bool:
    if who.lower() == "i":
        return row.changed_by_id == access.user_id
    names = re.findall(r"\w+", str(row.changed_by or "").lower())
    return set(re.findall(r"\w+", who.lower())) <= set(names)


def _line(row: Version, now: datetime) -> str:
    at, who = row.created_at.astimezone(now.tzinfo), row.changed_by
    by = f" by {plain(str(who))}" if who else ""
    return (
        f"- {row.entity_type.capitalize()} **{plain(row.name)}** {_SAID[row.action]}{by}, {at:%A} {at:%H:%M}"
    )
