"""What the audit tells of agents, skills, files, settings and decisions: who did it, and through whom."""

from collections.abc import Collection, Mapping
from datetime import datetime
from functools import reduce
from operator import or_
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from agents.context.changers import GONE, SELF, ways_of
from agents.models import AgentStatus, Approval, ApprovalStatus
from omniforge.files.models import DeletedFile
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry, User

_SHARED = ("agent", "skill")  # what anybody in the workspace sees
_KINDS = {
    "agent": "agent",
    "agent_hook": "agent",
    "skill": "skill",
    "file": "file",
    "approval": "approval",
    **dict.fromkeys(("tool_rule", "budget", "web_hook", "source", "calendar", "mcp_server"), "setting"),
    **dict.fromkeys(("model_connection", "model_role", "member", "invitation", "key", "tenant"), "setting"),
}
# statuses as deeds
_DEEDS = {AgentStatus.ACTIVE.value: "resumed", ApprovalStatus.REJECTED.value: "refused"}
_TITLED = {"storedfile": (DeletedFile, "name"), "approval": (Approval, "what")}
_BY_BUTTON, _IN_WORDS = "by the button", "in words"  # how a card is decided
AUDITED = tuple(dict.fromkeys(_KINDS.values()))


class Audited(NamedTuple):
    """A change outside projects and calendars, such as 'paused' of the agent 'scout'.

    `way` says by hand or through whom, and is empty for one that is older than the record of that.
    """

    at: datetime
    kind: str
    did: str
    title: str
    person: str
    way: str
    target: str  # id

    @property
    def who(self) -> str:
        return ", ".join(filter(None, (self.person, self.way)))


def audited_changes(access: Access, since: datetime, until: datetime, most: int) -> list[Audited]:
    """Return the person's own changes, and anybody's of agents and skills, newest first."""
    shown = _any_of(_SHARED) | (Q(user_id=access.user_id) & _any_of(_KINDS))
    entries = AuditEntry.objects.filter(shown, tenant_id=access.tenant_id, created_at__range=(since, until))
    by_index = entries.exclude(action="tool.called")  # the condition of the index
    found = list(by_index.order_by("-created_at")[:most])
    people = _people(access, {one.user_id for one in found})
    ways = ways_of(access, {_turn(one) for one in found})
    titles = _titles(access, found)
    return [_audited(one, people, ways, titles) for one in found]


def ways_decided(access: Access, cards: Collection[Approval]) -> Mapping[str, str]:
    """Return by a card's id how it was decided, 'by the button' or 'in words', if that is recorded."""
    times = [one.decided_at for one in cards if one.decided_at]
    if not times:
        return {}
    entries = AuditEntry.objects.filter(tenant_id=access.tenant_id, created_at__gte=min(times))
    ids = [str(one.pk) for one in cards]
    decided = entries.exclude(action="tool.called").filter(target_type="approval", target_id__in=ids)
    return {one.target_id: _how_decided(one) for one in decided}


def _how_decided(entry: AuditEntry) -> str:
    in_turn = _IN_WORDS if entry.through else ""
    return _BY_BUTTON if entry.through == AuditEntry.BY_HAND else in_turn


def _any_of(nouns: Collection[str]) -> Q:
    return reduce(or_, (Q(action__startswith=f"{noun}.") for noun in nouns))


def _turn(entry: AuditEntry) -> UUID | None:
    return None if entry.through in ("", AuditEntry.BY_HAND) else UUID(entry.through)


def _people(access: Access, ids: Collection[UUID | None]) -> Mapping[UUID | None, str]:
    found = User.objects.filter(pk__in=[one for one in ids if one])
    return {**{one.pk: str(one) for one in found}, access.user_id: SELF}


def _titles(access: Access, entries: Collection[AuditEntry]) -> Mapping[str, str]:
    """Return the titles of deleted files and of decided calls, which the audit doesn't hold, by id."""
    own = {"tenant_id": access.tenant_id, "user_id": access.user_id}
    found = dict[str, str]()
    for kind, (model, field) in _TITLED.items():
        ids = [one.target_id for one in entries if one.target_type == kind]
        named = model._default_manager.filter(pk__in=ids, **own).values_list("pk", field) if ids else ()
        found |= {str(pk): title for pk, title in named}
    return found


def _audited(
    entry: AuditEntry,
    people: Mapping[UUID | None, str],
    ways: Mapping[UUID | None, str],
    titles: Mapping[str, str],
) -> Audited:
    noun, _, act = entry.action.replace("_", " ").partition(".")
    kind = _KINDS[entry.action.partition(".")[0]]
    title = titles.get(entry.target_id) or entry.reason or (noun if kind == "setting" else "")
    way = ways[_turn(entry)] if entry.through else ""
    way = _how_decided(entry) if kind == "approval" else way
    person, did = people.get(entry.user_id, GONE), _DEEDS.get(act, act)
    return Audited(entry.created_at, kind, did, title, person, way, entry.target_id)
