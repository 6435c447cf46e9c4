"""Updates of a state: of items, and one for everything else."""

from datetime import datetime
from typing import Literal

from agents.memory.state.values import (
    Assumption,
    Dependency,
    Details,
    Expectation,
    Hypothesis,
    Id,
    ItemKind,
    ItemStatus,
    KnownEntity,
    Line,
    StateItem,
    Value,
)


class AddItem(Value):
    """Add something provisional. Replaces one with the same id."""

    op: Literal["add"] = "add"
    item: StateItem


class ItemPatch(Value):
    """The changed fields of an item."""

    kind: ItemKind | None = None
    title: Line | None = None
    details: Details | None = None
    status: ItemStatus | None = None
    related_entity_ids: tuple[Id, ...] | None = None
    updated_at: datetime | None = None


class UpdateItem(Value):
    """Change an item. An unknown one is ignored."""

    op: Literal["update"] = "update"
    id: Id
    patch: ItemPatch


class RemoveItem(Value):
    """Remove an item."""

    op: Literal["remove"] = "remove"
    id: Id


ItemUpdate = AddItem | UpdateItem | RemoveItem


class UnderstandingUpdate(Value):
    """Things and links that were seen."""

    entities: tuple[KnownEntity, ...] = ()
    dependencies: tuple[Dependency, ...] = ()


class StateUpdate(Value):
    """All other changes (AgentStateUpdate of seed 003), and removals.

    `removed` are keys of entities, dependencies (`from:to:rel`), hypotheses and expectations (by id).
    Assumptions are never removed: confidence 0 means refuted.
    """

    current_understanding: UnderstandingUpdate = UnderstandingUpdate()
    assumptions: tuple[Assumption, ...] = ()
    expectations: tuple[Expectation, ...] = ()
    tentative_hypotheses: tuple[Hypothesis, ...] = ()
    removed: tuple[str, ...] = ()


NOTHING = StateUpdate()
