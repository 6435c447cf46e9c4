"""What can be said to change a state: updates of items, and one update of everything else."""

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
    """Note something provisional; one with the same id is replaced."""

    op: Literal["add"] = "add"
    item: StateItem


class ItemPatch(Value):
    """The fields of an item that are to change."""

    kind: ItemKind | None = None
    title: Line | None = None
    details: Details | None = None
    status: ItemStatus | None = None
    related_entity_ids: tuple[Id, ...] | None = None
    updated_at: datetime | None = None


class UpdateItem(Value):
    """Change an item; one that there is not is left alone."""

    op: Literal["update"] = "update"
    id: Id
    patch: ItemPatch


class RemoveItem(Value):
    """Forget an item."""

    op: Literal["remove"] = "remove"
    id: Id


ItemUpdate = AddItem | UpdateItem | RemoveItem


class UnderstandingUpdate(Value):
    """Things and links that were seen."""

    entities: tuple[KnownEntity, ...] = ()
    dependencies: tuple[Dependency, ...] = ()


class StateUpdate(Value):
    """Everything else that changes (AgentStateUpdate of seed 003), and what no longer holds.

    `removed` are keys of entities, dependencies (`from:to:rel`), hypotheses and expectations (by id). An
    assumption is never removed: with confidence 0 it stands as refuted.
    """

    current_understanding: UnderstandingUpdate = UnderstandingUpdate()
    assumptions: tuple[Assumption, ...] = ()
    expectations: tuple[Expectation, ...] = ()
    tentative_hypotheses: tuple[Hypothesis, ...] = ()
    removed: tuple[str, ...] = ()


NOTHING = StateUpdate()
