"""Expectations of plans: each is decided by its own steps, and only by those."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.events import (
    EntityPatched,
    Expected,
    PlanMade,
    PlannedStage,
    PlannedStep,
    StepChanged,
    ToolAnswered,
    ToolCalled,
)
from agents.memory.state.applying import apply_updates
from agents.memory.state.planned import check_steps, expected_by, ids_expected
from agents.memory.state.values import EMPTY
from omniforge.storage.ids import new_id

AT = datetime(2026, 11, 20, 9, tzinfo=UTC)
TASK, OTHER = str(new_id()), str(new_id())


def plan(*expects, id="p1"):
    steps = tuple(PlannedStep(f"s{n}", f"Step {n}", "tooling", expects=one) for n, one in enumerate(expects))
    return PlanMade(id, "Work", (PlannedStage("work", "Work", "sequence", steps),))


def step(status, place=0, *, made="", kind="task", rows=0):
    """Return the events of a step that created or touched a thing, or has `rows`."""
    told = StepChanged(f"s{place}", f"Step {place}", status, "It went so.", 5, rows)
    call = f"c{place}"
    if status != "done":
        return [told]
    patched = [EntityPatched(kind, made, "Call Kim", OTHER, "create", 1, (), ())] if made else []
    answered = ToolAnswered(call, True, "There", 5, f'{{"id": "{made}"}}')
    return [ToolCalled(call, "create_entity", "Creating", {}, f"s{place}"), *patched, answered, told]


def after(events, state=EMPTY):
    expected = expected_by(events, state)
    known = ids_expected(events)
    told = apply_updates(state, (), expected, known_ids=known)
    return apply_updates(told, (), check_steps(events, expected.expectations, told, at=AT), known_ids=known)


def fates(state):
    """Return the status of each expectation by its words, in this order."""
    return [one.status for one in sorted(state.expectations, key=lambda one: one.key)]


@pytest.mark.parametrize(
    ("expects", "happened", "fate"),
    [
        (Expected("It is there", type="task"), step("done", made=TASK), "confirmed"),
        (Expected("It is there", type="goal"), step("done", made=TASK), "failed"),
        (Expected("It is done", ids=(TASK,)), step("done", made=TASK), "confirmed"),
        (Expected("It is done", ids=(TASK,)), step("done", made=OTHER), "failed"),
        (Expected("10 results", count=10), step("done", rows=10), "confirmed"),
        (Expected("10 results", count=10), step("done", rows=7), "failed"),
        (Expected("It is there", type="task"), step("failed"), "failed"),
        (Expected("It is there", type="task"), step("skipped"), "failed"),
        (Expected("It is there", type="task"), step("waiting"), "pending"),
        (Expected("It is there", type="task"), [], "pending"),
        (Expected("It is there"), step("done", made=TASK), "pending"),
    ],
)
def test_plan_steps_decide_its_expectations(expects, happened, fate):
    assert fates(after([plan(expects), *happened])) == [fate]


def test_waiting_expectation_is_decided_when_the_plan_resumes():
    made = plan(Expected("Kim is called", type="task"), Expected("The press knows", type="task"))
    first = after([made, *step("done", 0, made=TASK), *step("waiting", 1)])
    assert fates(first) == ["confirmed", "pending"]
    resumed = [StepChanged("s0", "Step 0", "done"), made, *step("done", 1, made=OTHER)]
    assert fates(after(resumed, first)) == ["confirmed", "confirmed"]


def test_later_plan_with_the_same_words_refutes_the_doubt():
    wanted = Expected("It is there", type="task")
    failed = after([plan(wanted), *step("failed")])
    assert [one.confidence for one in failed.assumptions] == [0.7]
    waits = after([plan(wanted, id="p2"), *step("waiting")], failed)
    assert fates(waits) == ["pending"]
    held = after([plan(wanted, id="p2"), *step("done", made=TASK)], waits)
    assert fates(held) == ["confirmed"] and [one.confidence for one in held.assumptions] == [0]


def test_step_does_not_decide_another_plans_expectation():
    open = after([plan(Expected("It is due on Friday", ids=(TASK,)))])
    done = after([plan(Expected("It is done", ids=(TASK,)), id="p2"), *step("done", made=TASK)], open)
    assert {one.expected_outcome: one.status for one in done.expectations} == {
        "It is due on Friday": "pending",
        "It is done": "confirmed",
    }


outcomes = st.sampled_from(["done", "failed", "skipped", "waiting"])
expectations = st.builds(
    Expected,
    st.sampled_from(["It is there", "It is done"]),
    ids=st.sampled_from([(), (TASK,)]),
    type=st.sampled_from(["", "task", "goal"]),
    count=st.sampled_from([None, 0, 3]),
)
histories = st.lists(
    st.tuples(
        st.sampled_from(["p1", "p2"]),
        st.lists(st.tuples(expectations, outcomes, st.sampled_from([TASK, OTHER])), max_size=3),
    ),
    max_size=4,
)


@given(histories)
def test_replayed_turn_changes_nothing_and_confirms_no_failure(history):
    state = EMPTY
    for plan_id, steps in history:
        told = [one for place, (_, how, made) in enumerate(steps) for one in step(how, place, made=made)]
        events = [plan(*(expects for expects, _, _ in steps), id=plan_id), *told]
        state = after(events, state)
        assert fates(after(events, state)) == fates(state)
        if steps and all(how in ("failed", "skipped") for _, how, _ in steps):
            own = {(f"Step {place}", expects.outcome) for place, (expects, _, _) in enumerate(steps)}
            shown = [one for one in state.expectations if (one.action, one.expected_outcome) in own]
            assert shown and all(one.status == "failed" for one in shown)
