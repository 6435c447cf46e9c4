"""What the changes of agents and skills made of each field, from the versions stored with them."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any
from uuid import UUID

from agents.context.audited import Audited
from agents.definitions.changes import compare
from agents.models import AgentVersion, SkillVersion
from agents.tools.differing import before_and_after
from omniforge.tenants.access import Access

_TABLES: Mapping[str, Any] = {"agent": AgentVersion, "skill": SkillVersion}
_Pair = tuple[UUID, UUID]
_COMPARED = ("updated", "restored")  # the other deeds say it all


def fields_changed(access: Access, rows: Collection[Audited]) -> Mapping[Audited, list[str]]:
    """Return by change each field that it made different, as 'schedule: before → after'.

    In two queries for agents and two for skills, however many there are.
    """
    found = dict[Audited, list[str]]()
    for kind, table in _TABLES.items():
        changes = [one for one in rows if one.kind == kind and one.did in _COMPARED]
        versions = table._default_manager.filter(**{f"{kind}__tenant_id": access.tenant_id})
        pairs = dict(_pairs(kind, changes, versions)) if changes else {}
        wanted = {one for pair in pairs.values() for one in pair}
        snapshots = dict(versions.filter(pk__in=wanted).values_list("pk", "snapshot") if wanted else ())
        found |= {one: _differences(snapshots[old], snapshots[new]) for one, (old, new) in pairs.items()}
    return found


def _pairs(kind: str, changes: Sequence[Audited], versions: Any) -> Iterator[tuple[Audited, _Pair]]:
    """Yield each change with the version before it and the one that it made, which is written just before."""
    of_these = versions.filter(**{f"{kind}_id__in": {one.target for one in changes}}).order_by("number")
    stored = defaultdict[str, list[tuple[UUID, datetime]]](list)
    for target, at, pk in of_these.values_list(f"{kind}_id", "created_at", "pk"):
        stored[str(target)].append((pk, at))
    for one in changes:
        until_then = [pk for pk, at in stored[one.target] if at <= one.at]
        yield from ((one, pair) for pair in pairwise(until_then[-2:]))


def _differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    values = defaultdict[str, dict[str, str]](dict)
    for line in compare(before, after):
        if line.change != "kept":
            values[line.field][line.change] = line.value
    return [
        f"{name}: {before_and_after(one.get('removed'), one.get('added'))}" for name, one in values.items()
    ]
