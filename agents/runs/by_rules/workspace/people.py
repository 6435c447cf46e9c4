"""Whom things are assigned to, and who is meant by a name: teams assign to people without an account, too."""

import re
from collections.abc import Sequence
from uuid import UUID

from agents.runs.by_rules.workspace.things import Thing
from agents.tables.markdown import plain
from agents.workspace.reading.wishes import ME, NOBODY
from omniforge.projects.selectors import find_entities
from omniforge.tenants.access import Access
from omniforge.tenants.models import User


def name_of(access: Access) -> str:
    """Return the name of who is asking, as things are assigned to them."""
    return str(User.objects.get(pk=access.user_id))


def assigned(access: Access, things: Sequence[Thing], who: str) -> list[Thing]:
    """Return those of the things that are assigned to somebody; to nobody, if that is asked. Two queries."""
    names = _assignees(access, things)
    if who == NOBODY:
        return [one for one in things if one.kind != "document" and not names.get(one.id)]
    wanted = _words(name_of(access) if who == ME else who)
    return [one for one in things if _is_meant(wanted, _words(names.get(one.id, "")))]


def by_person(access: Access, things: Sequence[Thing]) -> list[tuple[str, list[Thing]]]:
    """Return things by whom they are assigned to, what is nobody's at the end. One query."""
    names = _assignees(access, things)
    groups: dict[str, list[Thing]] = {name: [] for name in sorted({*names.values()} - {""})}
    for one in things:
        groups.setdefault(names.get(one.id, ""), []).append(one)
    return [(plain(name) if name else "Nobody", found) for name, found in groups.items()]


def _assignees(access: Access, things: Sequence[Thing]) -> dict[UUID, str]:
    rows = find_entities(access).filter(pk__in=[one.id for one in things]).values_list("pk", "fields")
    return {id: str(fields.get("assignee") or "") for id, fields in rows}


def _is_meant(wanted: frozenset[str], name: frozenset[str]) -> bool:
    """Return whether two names may be one person's: each word of the shorter one stands in the other."""
    return bool(wanted and name) and (wanted <= name or name <= wanted)


def _words(name: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", name.casefold()))
