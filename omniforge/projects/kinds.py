"""The kinds of objects in a project: their states, fields and allowed links."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """The kind of an object. Documents have their own table, the others share one."""

    DOCUMENT = "document"
    TASK = "task"
    GOAL = "goal"
    PLAN = "plan"
    MILESTONE = "milestone"
    RISK = "risk"
    REQUIREMENT = "requirement"


ENTITY_KINDS = tuple(kind for kind in Kind if kind is not Kind.DOCUMENT)


@dataclass(frozen=True, slots=True)
class KindRules:
    """A kind's states (the first is the initial one), the states that end it, and its own fields.

    `fields` maps names to the type of the value. A float must be between 0 and 1.
    """

    states: tuple[str, ...]
    ends: tuple[str, ...]
    fields: Mapping[str, type[str] | type[float]] = field(default_factory=dict)


_ASSIGNEE: Mapping[str, type[str]] = {"assignee": str}  # a name, so it can be somebody without an account

RULES: Mapping[Kind, KindRules] = {
    Kind.TASK: KindRules(("todo", "in_progress", "blocked", "done"), ("done",), _ASSIGNEE),
    Kind.GOAL: KindRules(("draft", "active", "achieved", "abandoned"), ("achieved", "abandoned"), _ASSIGNEE),
    Kind.PLAN: KindRules(("draft", "active", "completed"), ("completed",), _ASSIGNEE),
    Kind.MILESTONE: KindRules(
        ("pending", "in_progress", "completed", "missed"), ("completed", "missed"), _ASSIGNEE
    ),
    Kind.RISK: KindRules(
        ("identified", "mitigated", "occurred", "closed"),
        ("mitigated", "closed"),
        {**_ASSIGNEE, "probability": float, "impact": str, "mitigation": str},
    ),
    Kind.REQUIREMENT: KindRules(
        ("draft", "agreed", "met", "dropped"), ("met", "dropped"), {**_ASSIGNEE, "source": str}
    ),
}


class Relation(StrEnum):
    """A relation of one object to another, in the direction source to target."""

    HAS_TASK = "has_task"
    SUPPORTS = "supports"
    TARGETS = "targets"
    DEPENDS_ON = "depends_on"
    BLOCKS = "blocks"
    THREATENS = "threatens"
    MITIGATES = "mitigates"
    SATISFIES = "satisfies"
    DOCUMENTED_IN = "documented_in"
    REFERENCES = "references"
    RELATES_TO = "relates_to"


_WORK = (Kind.TASK, Kind.PLAN, Kind.MILESTONE)
_AIMS = (Kind.GOAL, Kind.MILESTONE, Kind.REQUIREMENT)

_TABLE: Mapping[Relation, tuple[tuple[Kind, ...], tuple[Kind, ...]]] = {
    Relation.HAS_TASK: ((Kind.PLAN, Kind.GOAL, Kind.MILESTONE), (Kind.TASK,)),
    Relation.SUPPORTS: ((*_WORK, Kind.GOAL), (Kind.GOAL,)),
    Relation.TARGETS: ((Kind.TASK, Kind.PLAN, Kind.GOAL), (Kind.MILESTONE,)),
    Relation.DEPENDS_ON: (_WORK, (*_WORK, Kind.REQUIREMENT)),
    Relation.THREATENS: ((Kind.RISK,), (*_WORK, *_AIMS)),
    Relation.BLOCKS: ((*_WORK, Kind.RISK), _WORK),
    Relation.MITIGATES: ((Kind.TASK, Kind.PLAN), (Kind.RISK,)),
    Relation.SATISFIES: ((Kind.TASK, Kind.PLAN, Kind.DOCUMENT), (Kind.REQUIREMENT,)),
    Relation.DOCUMENTED_IN: (ENTITY_KINDS, (Kind.DOCUMENT,)),
    Relation.REFERENCES: ((Kind.DOCUMENT,), tuple(Kind)),
    Relation.RELATES_TO: (tuple(Kind), tuple(Kind)),
}

ALLOWED = frozenset(
    (source, relation, target)
    for relation, (sources, targets) in _TABLE.items()
    for source in sources
    for target in targets
)


def relations_between(source: Kind, target: Kind) -> list[Relation]:
    """Return the allowed relations of these two kinds, the most specific first."""
    return [relation for relation in _TABLE if (source, relation, target) in ALLOWED]
