"""Who made a change of projects: this person or another, by hand or through the assistant and agents."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from uuid import UUID

from agents.models import CallStatus, ToolCallRecord
from omniforge.projects.models import Version
from omniforge.tenants.access import Access

# 'you' could be the model that reads it
SELF, GONE = "this person", "somebody who has left"
BY_HAND, _ASSISTANT = "by hand", "through an assistant"
_READ = "read"  # the effect of calls that change nothing


def changers_of(access: Access, versions: Collection[Version]) -> Callable[[Version], str]:
    """Return a function that names who made one of these changes, and how: the talk's person as such."""
    ways = _ways(versions)

    def who(version: Version) -> str:
        own = version.changed_by_id == access.user_id
        return f"{SELF if own else _person(version)}, {ways[version.turn_id]}"

    return who


def authors_of(versions: Collection[Version]) -> Callable[[Version], str]:
    """Return a function that names who made one of these changes, and how, whoever reads it."""
    ways = _ways(versions)
    return lambda version: f"{_person(version)}, {ways[version.turn_id]}"


def _person(version: Version) -> str:
    return str(version.changed_by or GONE)


def this_person(*, in_chat: bool) -> str:
    """Name the person of the talk, told apart by whether they did something themselves."""
    return f"{SELF}, {_ASSISTANT if in_chat else BY_HAND}"


def ways_of(access: Access, turns: Iterable[UUID | None]) -> Mapping[UUID | None, str]:
    """Return, by turn, through whom it wrote things, for None 'by hand'."""
    return _ways_of({(access.tenant_id, turn) for turn in turns if turn})


def _ways(versions: Collection[Version]) -> Mapping[UUID | None, str]:
    return _ways_of({(one.tenant_id, one.turn_id) for one in versions if one.turn_id})


def _ways_of(turns: Collection[tuple[UUID, UUID]]) -> Mapping[UUID | None, str]:
    calls = ToolCallRecord.objects.filter(
        tenant_id__in={tenant for tenant, _ in turns},
        turn_id__in={turn for _, turn in turns},
        status=CallStatus.DONE,
    ).exclude(effect=_READ)
    names = defaultdict[UUID | None, set[str]](set)
    for turn, agent in calls.values_list("turn_id", "run__agent__slug") if turns else ():
        names[turn].add(agent or "")
    return {None: BY_HAND} | {turn: _through(names[turn]) for _, turn in turns}


def _through(names: set[str]) -> str:
    """Say through whom. The assistant itself has no name."""
    agents = ", ".join(sorted(names - {""}))
    if not agents:
        return _ASSISTANT
    return f"{_ASSISTANT} and an agent: {agents}" if "" in names else f"through an agent: {agents}"
