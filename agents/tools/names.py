"""Replaces ids by names in texts for people. Models and tools pass ids around. People see names."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import DatabaseError

from agents.tools.named_things import refs_of_ids
from agents.tools.tool import Tool
from omniforge.calendar.models import CalendarEvent
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

UNKNOWN = "…"
_ID = re.compile(r"\b([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\b(?:\.ics)?(?:@[\dTZ]+)?", re.IGNORECASE)
_BESIDE = re.compile(rf" \(id {_ID.pattern}\)", re.IGNORECASE)  # a name that is already shown
_MOST = 50  # ids in one text


def ids_in(text: str) -> set[UUID]:
    """Return the ids in a text."""
    return {UUID(found) for found in _ID.findall(text)[:_MOST]}


def names_of(access: Access, ids: Collection[UUID]) -> dict[UUID, str]:
    """Return the names of the things with these ids: one query per kind, until all are found."""
    found = {ref.id: ref.title for ref in refs_of_ids(access, ids)}
    own = {"calendar__tenant_id": access.tenant_id, "calendar__user_id": access.user_id}
    events = CalendarEvent.objects.filter(**own, pk__in=set(ids) - set(found)).values_list("pk", "details")
    return found | {pk: details.get("title", "") for pk, details in events}


def named_arguments(arguments: Mapping[str, Any], names: Mapping[UUID, str]) -> dict[str, str]:
    """Return, by argument, the name of the thing whose id it holds. A batch has a line per operation."""
    found = {one: _ID.fullmatch(value) for one, value in arguments.items() if isinstance(value, str)}
    named = {one: names[UUID(id[1])] for one, id in found.items() if id and UUID(id[1]) in names}
    batches = {one: value for one, value in arguments.items() if _is_batch(value)}
    return named | {one: with_names(_in_lines(value), names) for one, value in batches.items()}


def _is_batch(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in value)


def _in_lines(batch: Sequence[Mapping[str, Any]]) -> str:
    return "\n".join(", ".join(_told(value) for value in one.values() if value) for one in batch)


def _told(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {one}" for name, one in value.items())
    return str(value)


async def replace_ids(access: Access, text: str) -> str:
    """Return a text with names for its ids, and UNKNOWN for ids that the person can't see."""
    ids = ids_in(text)
    return with_names(text, await _found(access, ids)) if ids else text


async def _found(access: Access, ids: Collection[UUID]) -> Mapping[UUID, str]:
    try:
        return await in_database(names_of, access, ids)
    except DatabaseError:
        return {}  # texts do without names while the database is away


def with_names(text: str, names: Mapping[UUID, str]) -> str:
    """Return a text with these names for its ids, and UNKNOWN for all others."""
    return _ID.sub(lambda found: names.get(UUID(found[1])) or UNKNOWN, _BESIDE.sub("", text))


async def label_of(access: Access, tool: Tool, arguments: Mapping[str, Any]) -> str:
    """Describe a call with the names of its targets. Without any name if one is unknown."""
    label = await replace_ids(access, tool.label(arguments))
    return tool.label({}) if UNKNOWN in label and UNKNOWN not in tool.label(arguments) else label
