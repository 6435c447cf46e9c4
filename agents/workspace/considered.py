"""What is thought aloud, as an item of the agent's state: active, resolved or discarded (seed 003, 4.4)."""

from collections.abc import Iterator
from datetime import datetime

from agents.dialogue import Commission
from agents.state.updates import AddItem, ItemPatch, ItemUpdate, UpdateItem
from agents.state.values import ItemKind, StateItem
from agents.workspace.reading import read_wish

_KINDS: dict[str, ItemKind] = {"task": "task", "document": "doc"}


def considered(
    before: Commission | None, after: Commission | None, *, made: bool, at: datetime
) -> Iterator[ItemUpdate]:
    """Yield how the items change where a thought was kept in mind, made into something, or let go of."""
    if after and after.item and after != before:
        yield AddItem(item=_item(after, at))
    if before and before.item and after is None:
        patch = ItemPatch(status="resolved" if made else "discarded", updated_at=at)
        yield UpdateItem(id=before.item, patch=patch)


def _item(thought: Commission, at: datetime) -> StateItem:
    wished = next(iter(read_wish(thought.words, at.date()).operations), None)
    kind = _KINDS.get(wished.kind, "idea") if wished else "idea"
    title = (wished.name if wished else "") or thought.words
    return StateItem(
        id=thought.item, kind=kind, title=title, details=thought.words, created_at=at, updated_at=at
    )
