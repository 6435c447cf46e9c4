"""Checks expectations: by ids, else by type, else by count, else they stay open.

Failed actions fulfil nothing.
"""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime

from agents.events import ANY
from agents.memory.state.assumptions import normalised
from agents.memory.state.evidence import Outcome
from agents.memory.state.updates import StateUpdate
from agents.memory.state.values import AgentState, Assumption, Expectation

_DOUBT = 0.7  # confidence that an assumption was wrong


def check_expectations(state: AgentState, outcomes: Sequence[Outcome], *, at: datetime) -> StateUpdate:
    """Return the update that confirms or fails the open expectations that these outcomes decide.

    A failed one adds an assumption with confidence 0.7 that says so, with the results as evidence. If it
    holds later, that assumption is refuted. Undecided ones stay open: nothing is guessed.
    """
    checked, doubts = list[Expectation](), list[Assumption]()
    doubted = {one.id for one in state.assumptions}
    for expected in state.expectations:
        given = [one for one in outcomes if normalised(one.action) == normalised(expected.action)]
        held = _held(expected, given) if expected.status == "pending" and given else None
        if held is None:
            continue
        status = "confirmed" if held else "failed"
        checked.append(expected.model_copy(update={"status": status, "last_checked_at": at}))
        doubt = _doubt(expected, given, 0 if held else _DOUBT)
        if not held or doubt.id in doubted:
            doubts.append(doubt)
    return StateUpdate(expectations=tuple(checked), assumptions=tuple(doubts))


def derive_id(*words: str) -> str:
    """Return an id derived from the words, so that repeating a statement doesn't add a second one."""
    return hashlib.sha256("\n".join(normalised(one) for one in words).encode()).hexdigest()[:12]


def _held(expected: Expectation, given: Iterable[Outcome]) -> bool | None:
    """Return whether it was fulfilled, or None if that can't be decided."""
    outcomes = [one for one in given if one.ok]
    if not outcomes:
        return False
    if expected.expected_ids:
        return set(expected.expected_ids) <= {id for one in outcomes for id in one.ids}
    if expected.expected_type == ANY:
        return True
    if expected.expected_type and (types := {kind for one in outcomes for kind in one.types}):
        return expected.expected_type in types
    counts = [one.count for one in outcomes if one.count is not None]
    if expected.expected_count is not None and counts:
        return sum(counts) == expected.expected_count
    return None


def _doubt(expected: Expectation, given: Sequence[Outcome], confidence: float) -> Assumption:
    hypothesis = f"'{expected.action}' did not bring about what was expected: {expected.expected_outcome}"
    return Assumption(
        id=derive_id(expected.key, "failed"),
        hypothesis=hypothesis,
        confidence=confidence,
        evidence=tuple(one.said for one in given),
    )
