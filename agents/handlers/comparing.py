"""Says which of two projects, or people, has more of something, or is further behind."""

from dataclasses import replace

from agents.handlers.lists import in_words, matching
from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from agents.handlers.wording import bold
from intent.commands import Command, Condition, Reference
from omniforge.database import in_database

_BEHIND = Reference("behind", kind="task", is_plural=True, conditions=(Condition("overdue", True),))


@handles("work.compare")
async def compare(task: Task, command: Command) -> Answer:
    """Count the things of both; being behind is having more that is overdue."""
    reference: Reference = command.slots.get("thing", _BEHIND)
    names = (command.slots["project"], command.slots["other"])
    of = _of_person if command.slots.get("group") == "person" else _of_project
    counts = [len(await in_database(matching, task, of(reference, name))) for name in names]
    what = in_words(reference, 2, task)
    if counts[0] == counts[1]:
        return Answer(f"{bold(names[0])} and {bold(names[1])} both have {counts[0] or 'no'} {what}.")
    ranked = sorted(zip(counts, names, strict=True), reverse=command.slots.get("order") != "fewer")
    (number, first), (rest, second) = ranked
    order = command.slots.get("order", "more")
    return Answer(
        f"{bold(first)} has {order} {what}: {number or 'none'}. {bold(second)} has {rest or 'none'}."
    )


def _of_project(reference: Reference, name: str) -> Reference:
    return replace(reference, project=name)


def _of_person(reference: Reference, name: str) -> Reference:
    return replace(reference, conditions=(*reference.conditions, Condition("assignee", name)))
