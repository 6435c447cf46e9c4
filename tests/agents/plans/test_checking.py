"""A plan that cannot run is refused, with what is wrong in words; one that can is not."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.plans.checking import check_plan, needs_of
from agents.plans.plan import Plan, Stage, Step, StepCall
from tests.agents.tools.samples import TOOLS

RESEARCH = Stage(
    "a", "Research", "parallel", (Step("s1", "Find out", "research"), Step("s2", "Ask", "research"))
)
DRAFT = Stage(
    "b",
    "Draft",
    "sequence",
    (Step("s3", "Write", "writer", inputs=("s1", "s2")), Step("s4", "Edit", "editor")),
)
GOOD = Plan("Write it", (RESEARCH, DRAFT))


def changed(**changes: object) -> Plan:
    """Return the good plan with another third step."""
    steps = (replace(DRAFT.steps[0], **changes), DRAFT.steps[1])
    return replace(GOOD, stages=(RESEARCH, replace(DRAFT, steps=steps)))


def test_a_good_plan_is_let_through():
    assert check_plan(GOOD, TOOLS) == []


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (Plan("Nothing", ()), "no steps"),
        (changed(id="s1"), "2 steps are called s1"),
        (changed(executor="wizard"), "there is no executor wizard"),
        (changed(tools=("telepathy",)), "there is no tool telepathy"),
        (changed(call=StepCall("telepathy", {})), "there is no tool telepathy"),
        (changed(inputs=("s9",)), "its input s9 is no step"),
        (changed(inputs=("s4",)), "wait for one another"),
        (replace(GOOD, stages=(DRAFT, RESEARCH)), "comes only in a later stage"),
        (
            replace(
                GOOD,
                stages=(replace(RESEARCH, steps=tuple(Step(f"s{n}", "x", "writer") for n in range(30))),),
            ),
            "at most 24",
        ),
    ],
)
def test_what_is_wrong_is_said(plan: Plan, says: str):
    assert any(says in sentence for sentence in check_plan(plan, TOOLS))


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12))
def test_steps_of_a_stage_that_is_let_through_can_be_put_in_order(edges: list[tuple[int, int]]):
    steps = tuple(
        Step(f"s{n}", "x", "writer", inputs=tuple(f"s{b}" for a, b in edges if a == n)) for n in range(6)
    )
    stage = Stage("a", "All", "parallel", steps)
    if check_plan(Plan("x", (stage,)), {}):
        return
    waiting, done = needs_of(stage), set[str]()
    while ready := [name for name, needs in waiting.items() if needs <= done]:
        done.update(ready)
        waiting = {name: needs for name, needs in waiting.items() if name not in done}
    assert len(done) == 6
