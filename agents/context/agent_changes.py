"""Changes to agents that a conversation made, which can be undone one turn after the other."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

_MOST = 20


@dataclass(frozen=True, slots=True)
class AgentChange:
    """What a turn changed about an agent (its id): the versions before, 0 if it was created, and after."""

    turn: str
    agent: str
    before: int
    after: int


def add_changes(had: Sequence[AgentChange], made: Sequence[AgentChange]) -> tuple[AgentChange, ...]:
    """Return changes, newest last, with those of a turn added. The oldest are forgotten."""
    return (*had, *made)[-_MOST:]


def without_undone(had: Sequence[AgentChange], undone: Sequence[AgentChange]) -> tuple[AgentChange, ...]:
    """Return changes without those of an undone turn.

    `undone` are the reverting changes, from the version that was undone to the newest. A change before
    it left the version that an agent is back at, so it can be undone next.
    """
    gone = {(one.agent, one.before) for one in undone}
    kept = [one for one in had if (one.agent, one.after) not in gone]
    back = {one.agent: one for one in had if (one.agent, one.after) in gone}
    new = {one.agent: one.after for one in undone}
    return tuple(_moved(one, back.get(one.agent), new.get(one.agent, one.after)) for one in kept)


def _moved(change: AgentChange, undone: AgentChange | None, after: int) -> AgentChange:
    return replace(change, after=after) if undone and change.after == undone.before else change
