"""Whether a plan can run at all. Nothing of a plan that cannot is begun."""

from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from agents.plans.plan import Executor, Plan, Stage
from agents.tools.registry import Toolbox

_MOST_STEPS = 24


def check_plan(plan: Plan, tools: Toolbox) -> list[str]:
    """Return what is wrong with a plan, each as a sentence that a model can mend it by; empty: it can run."""
    return [*_of_size(plan), *_of_names(plan, tools), *_of_order(plan)]


def _of_size(plan: Plan) -> Iterator[str]:
    number = sum(1 for _ in plan.steps())
    if not number:
        yield "The plan has no steps."
    if number > _MOST_STEPS:
        yield f"The plan has {number} steps; at most {_MOST_STEPS} are carried out."


def _of_names(plan: Plan, tools: Toolbox) -> Iterator[str]:
    known = {step.id for step in plan.steps()}
    for id, times in Counter(step.id for step in plan.steps()).items():
        if times > 1:
            yield f"{times} steps are called {id}."
    for step in plan.steps():
        if step.executor not in set(Executor):
            yield f"Step {step.id}: there is no executor {step.executor}, only {', '.join(Executor)}."
        wanted = {*step.tools, *([step.call.tool] if step.call else [])}
        for name in sorted(wanted - set(tools)):
            yield f"Step {step.id}: there is no tool {name} here."
        for name in step.inputs:
            if name not in known:
                yield f"Step {step.id}: its input {name} is no step of the plan."


def _of_order(plan: Plan) -> Iterator[str]:
    done: set[str] = set()
    for stage in plan.stages:
        here = {step.id for step in stage.steps}
        later = {step.id for step in plan.steps()} - done - here
        for step in stage.steps:
            for name in sorted(later.intersection(step.inputs)):
                yield f"Step {step.id}: its input {name} comes only in a later stage."
        if cycle := _cycle(stage):
            yield f"Stage {stage.id}: the steps {', '.join(cycle)} wait for one another."
        done |= here


def _cycle(stage: Stage) -> list[str]:
    """Return the steps that wait for one another; in a sequence a step also waits for the one before."""
    needs = needs_of(stage)
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return list(dict.fromkeys(error.args[1]))
    return []


def needs_of(stage: Stage) -> dict[str, set[str]]:
    """Return the steps of the same stage that each step waits for."""
    here = {step.id for step in stage.steps}
    needs = {step.id: here.intersection(step.inputs) for step in stage.steps}
    if stage.mode == "sequence":
        for before, after in zip(stage.steps, stage.steps[1:], strict=False):
            needs[after.id] = needs[after.id] | {before.id}
    return needs
