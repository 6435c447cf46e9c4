"""Compares two projects or people, which has more of something, or two things, which is due first."""

from dataclasses import replace

from agents.handlers.lines import bold, format_day
from agents.handlers.references.targets import resolve_one
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.work.lists import OPEN_TASKS, find_matching, list_heading
from intent.commands import Command, Condition, Reference
from omniforge.storage.database import in_database

_BEHIND = Reference("behind", kind="task", is_plural=True, conditions=(Condition("overdue", True),))


@handles("work.compare")
async def compare(task: Task, command: Command) -> Answer:
    """Compare the counts of both. 'behind' means having more overdue work."""
    usual = OPEN_TASKS if command.slots.get("of") == "open" else _BEHIND
    reference: Reference = command.slots.get("thing", usual)
    names = (command.slots["project"], command.slots["other"])
    of = _of_person if command.slots.get("group") == "person" else _of_project
    counts = [len(await in_database(find_matching, task, of(reference, name))) for name in names]
    what = list_heading(reference, 2, task)
    if counts[0] == counts[1]:
        return Answer(f"{bold(names[0])} and {bold(names[1])} both have {counts[0] or 'no'} {what}.")
    ranked = sorted(zip(counts, names, strict=True), reverse=command.slots.get("order") != "fewer")
    (number, first), (rest, second) = ranked
    order = command.slots.get("order", "more")
    return Answer(
        f"{bold(first)} has {order} {what}: {number or 'none'}. {bold(second)} has {rest or 'none'}."
    )


@handles("work.first")
async def tell_first(task: Task, command: Command) -> Answer:
    """Say which of two things is due first. Raises NoSuchTarget if one has no day."""
    both = [await resolve_one(task, command.slots[name]) for name in ("thing", "other")]
    days = [(one.due, one) for one in both if one.due]
    if len(days) < len(both):
        raise NoSuchTarget
    (first, one), (second, other) = sorted(days, key=lambda pair: pair[0])
    told = [
        f"{bold(each.title)} ({format_day(day, task.today)})" for day, each in ((first, one), (second, other))
    ]
    same = f"{told[0]} and {told[1]} are due on the same day."
    text = same if first == second else f"{told[0]} comes before {told[1]}."
    return Answer(text, (one.kept, other.kept))


def _of_project(reference: Reference, name: str) -> Reference:
    return replace(reference, project=name)


def _of_person(reference: Reference, name: str) -> Reference:
    return replace(reference, conditions=(*reference.conditions, Condition("assignee", name)))
