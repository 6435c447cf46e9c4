"""Assumptions are never deleted: their confidence changes, and 0 means refuted."""

from collections.abc import Iterable, Sequence

from agents.memory.state.values import EVIDENCE, MOST, Assumption


def merge_assumptions(before: Sequence[Assumption], updates: Iterable[Assumption]) -> tuple[Assumption, ...]:
    """Return the assumptions after the updates, matched by id, or else by their words.

    The words of an assumption never change: other words are another assumption. If the list is full, a new
    one replaces the oldest refuted one. It is dropped if none is refuted. If several updates have the same
    id, the last one wins.
    """
    kept = {one.id: one for one in before}
    ids = {normalised(one.hypothesis): one.id for one in reversed(before)}
    touched: set[str] = set()
    for update in {one.id: one for one in updates}.values():
        id = update.id if update.id in kept else ids.get(normalised(update.hypothesis))
        if id:
            kept[id] = _weighed(kept[id], update)
            touched.add(id)
        elif _make_room(kept, touched):
            kept[update.id] = _weighed(update, update)
            ids[normalised(update.hypothesis)] = update.id
            touched.add(update.id)
    return tuple(kept.values())


def normalised(text: str) -> str:
    """Return a text for comparison: lower case, single spaces, no final period."""
    return " ".join(text.casefold().split()).rstrip(".!")


def _weighed(before: Assumption, update: Assumption) -> Assumption:
    evidence = dict.fromkeys(line for line in before.evidence if line not in update.evidence)
    evidence |= dict.fromkeys(update.evidence)
    return before.model_copy(
        update={"confidence": update.confidence, "evidence": tuple(evidence)[-EVIDENCE:]}
    )


def _make_room(kept: dict[str, Assumption], touched: set[str]) -> bool:
    if len(kept) < MOST["assumptions"]:
        return True
    refuted = (id for id, one in kept.items() if one.confidence == 0 and id not in touched)
    oldest = next(refuted, None)
    return kept.pop(oldest, None) is not None if oldest else False
