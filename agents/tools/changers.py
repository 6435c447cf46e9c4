"""Who made a change of projects: this person or another, by hand or through the assistant and agents."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from uuid import UUID

from agents.models import CallStatus, ToolCallRecord
from agents.tools.tool import Effect
from omniforge.projects.models import Version
from omniforge.tenants.access import Access

# 'you' could be the model that reads it
_SELF, _GONE = "this person", "somebody who has left"
_BY_HAND, _ASSISTANT = "by hand", "through an assistant"


def changers_of(access: Access, versions: Iterable[Version]) -> Callable[[Version], str]:
    """Return a function that names who made one of these changes, and how."""
    agents = _agents(access, {one.turn_id for one in versions if one.turn_id})

    def who(version: Version) -> str:
        own = version.changed_by_id == access.user_id
        person = _SELF if own else str(version.changed_by or _GONE)
        return f"{person}, {agents[version.turn_id] if version.turn_id else _BY_HAND}"

    return who


def this_person(*, in_chat: bool) -> str:
    """Name the person of the talk, told apart by whether they did something themselves."""
    return f"{_SELF}, {_ASSISTANT if in_chat else _BY_HAND}"


def _agents(access: Access, turns: Collection[UUID]) -> Mapping[UUID, str]:
    """Return, by turn, through whom it changed or sent something."""
    calls = ToolCallRecord.objects.filter(
        tenant_id=access.tenant_id, turn_id__in=turns, status=CallStatus.DONE
    ).exclude(effect=Effect.READ)
    names = defaultdict[UUID | None, set[str]](set)
    for turn, agent in calls.values_list("turn_id", "run__agent__slug"):
        names[turn].add(agent or "")
    return {turn: _through(names[turn]) for turn in turns}


def _through(names: set[str]) -> str:
    """Say through whom. The assistant itself has no name."""
    agents = ", ".join(sorted(names - {""}))
    if not agents:
        return _ASSISTANT
    return f"{_ASSISTANT} and an agent: {agents}" if "" in names else f"through an agent: {agents}"
