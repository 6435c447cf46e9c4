"""A plan's expectations of its steps, and whether they were met, derived from a turn's events alone."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from agents.events import (
    EntityPatched,
    Event,
    PlanMade,
    PlannedStep,
    StepChanged,
    ToolAnswered,
    ToolCalled,
)
from agents.memory.state.evidence import Outcome, ids_in
from agents.memory.state.expectations import check_expectations, derive_id
from agents.memory.state.updates import StateUpdate
from agents.memory.state.values import AgentState, Expectation


def expected_by(events: Sequence[Event], state: AgentState) -> StateUpdate:
    """Return the expectations of a turn's plans.

    Another plan's expectation with the same words is removed, so that it is checked again. The same plan
    continued in another turn reopens nothing (seed 003, section 8.6).
    """
    plans = (event for event in events if isinstance(event, PlanMade))
    expected = [_expectation(plan.plan_id, step) for plan in plans for step in _expecting(plan)]
    keys, ids = {one.key for one in expected}, {one.id for one in expected}
    before = (one.id for one in state.expectations if one.key in keys and one.id not in ids)
    return StateUpdate(expectations=tuple(expected), removed=tuple(before))


def ids_expected(events: Sequence[Event]) -> frozenset[str]:
    """Return the ids of the things that a turn's plans concern."""
    plans = (event for event in events if isinstance(event, PlanMade))
    steps = (step.expects for plan in plans for step in _expecting(plan))
    return frozenset(id for expects in steps if expects for id in expects.ids)


def check_steps(
    events: Sequence[Event], expected: Sequence[Expectation], state: AgentState, *, at: datetime
) -> StateUpdate:
    """Return which of the `expected` the steps that ended in this turn fulfilled, and which not.

    A step never decides another plan's expectation, even under the same name.
    """
    ended = (event for event in events if isinstance(event, StepChanged))
    outcomes = [outcome for event in ended if (outcome := _outcome(event, events))]
    own = state.model_copy(update={"expectations": tuple(expected)})
    return check_expectations(own, outcomes, at=at)


def _expecting(plan: PlanMade) -> Iterator[PlannedStep]:
    return (step for stage in plan.stages for step in stage.steps if step.expects)


def _expectation(plan_id: str, step: PlannedStep) -> Expectation:
    assert step.expects is not None
    expects = step.expects
    return Expectation(
        id=derive_id(plan_id, step.id),
        action=step.title,
        expected_outcome=expects.outcome,
        expected_ids=expects.ids,
        expected_type=expects.type,
        expected_count=expects.count,
    )


def _outcome(step: StepChanged, events: Sequence[Event]) -> Outcome | None:
    if step.status in ("failed", "skipped"):
        return Outcome(step.title, (), (), 0, step.note, ok=False)
    answers = _answers(step.step_id, events)
    if step.status != "done" or not answers:  # a waiting step, or one of an earlier turn
        return None
    ids = frozenset(id for one in answers for id in ids_in(str(one.result)))
    patched = (one for one in events if isinstance(one, EntityPatched) and one.entity_id in ids)
    types = tuple(dict.fromkeys(one.entity_type for one in patched))
    return Outcome(step.title, tuple(sorted(ids)), types, step.rows, answers[-1].summary)


def _answers(step_id: str, events: Sequence[Event]) -> list[ToolAnswered]:
    calls = {one.call_id for one in events if isinstance(one, ToolCalled) and one.step_id == step_id}
    return [one for one in events if isinstance(one, ToolAnswered) and one.ok and one.call_id in calls]
