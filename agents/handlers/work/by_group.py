"""Counts things per person or project: who has most or fewest, how many each has, who has none."""

from collections import Counter
from dataclasses import replace

from agents.handlers.items import PROJECT, WORK, load_items
from agents.handlers.lines import bold, format_names
from agents.handlers.references.target_projects import project_id_for
from agents.handlers.references.targets import resolve_dates
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.work.lists import OPEN_TASKS, find_matching, list_heading
from intent.commands import Command, Condition, Reference
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_PERSON, _NEXT = "person", 5
_NOBODY = {_PERSON: "Nobody", PROJECT: "No project"}
_NO_PROJECTS = "There are no projects yet."
_OF_FINISHED = {"state", "changed", "created", "overdue"}  # conditions that say whether finished work counts


@handles("thing.most")
async def tell_most(task: Task, command: Command) -> Answer:
    """Say which project, or person, has most or fewest of some things."""
    reference: Reference = command.slots.get("thing", OPEN_TASKS)
    group, order = command.slots["group"], command.slots.get("order", "most")
    if group not in (_PERSON, PROJECT):
        raise NoSuchTarget("I can tell that of people and projects.")
    named, counts = await _by_group(task, reference, group)
    what = list_heading(named, 2, task)
    if not counts.total():
        return Answer(f"{_NOBODY[group]} has {what}.")
    ranked = counts.most_common() if order == "fewest" else (+counts).most_common()
    ranked = ranked[::-1] if order == "fewest" else ranked
    best = [name for name, number in ranked if number == ranked[0][1]]
    rest = ", ".join(f"{plain(name)} {number}" for name, number in ranked[len(best) : len(best) + _NEXT])
    has = "has" if len(best) == 1 else "have"
    lead = f"{format_names(best)} {has} the {order} {what}: {ranked[0][1] or 'none'}"
    return Answer(f"{lead}.{f' Then: {rest}.' if rest else ''}")


@handles("thing.each")
async def tell_each(task: Task, command: Command) -> Answer:
    """Say how many of some things each person, or each project, has."""
    reference, group = command.slots.get("thing", OPEN_TASKS), str(command.slots["group"])
    named, counts = await _by_group(task, reference, group)
    what = list_heading(named, 2, task)
    if not counts.total():
        return Answer(f"{_NOBODY[group]} has {what}.")
    lines = [f"- {bold(name)}: {number}" for name, number in counts.most_common()]
    left = len(await in_database(find_matching, task, named)) - counts.total()
    lines += [f"- {_NOBODY[group]}: {left}"] if left else []
    lead = f"{what[:1].upper()}{what[1:]} of each {group}"
    return Answer(f"{lead}:\n\n" + "\n".join(lines))


@handles("thing.none")
async def tell_none(task: Task, command: Command) -> Answer:
    """Say which projects, or people who have ever had work here, have none of some things."""
    reference: Reference = command.slots.get("thing", OPEN_TASKS)
    if days := command.slots.get("days"):
        reference = replace(reference, conditions=(*reference.conditions, Condition("due", days)))
    group = command.slots.get("group", _PERSON)
    if group not in _NOBODY:
        raise NoSuchTarget
    named, counts = await _by_group(task, reference, group)
    what = list_heading(named, 2, task)
    if not counts:
        return Answer("No task here is assigned to anybody yet." if group == _PERSON else _NO_PROJECTS)
    idle = [name for name, number in counts.items() if not number]
    if not idle:
        every = "Everybody with tasks here" if group == _PERSON else "Each project"
        return Answer(f"{every} has {what}: {format_names(sorted(counts))}.")
    has = "has" if len(idle) == 1 else "have"
    return Answer(f"{format_names(sorted(idle))} {has} no {what}.")


async def _by_group(task: Task, reference: Reference, group: str) -> tuple[Reference, Counter[str]]:
    """Return what is counted, with its days resolved, and the count per person or project.

    Of people open work is counted unless it is said otherwise. Who only had work, or a project without any,
    has zero.
    """
    conditions = await in_database(resolve_dates, task, reference.conditions)
    if group == _PERSON and _OF_FINISHED.isdisjoint(one.field for one in conditions):
        conditions = (Condition("state", "open"), *conditions)
    reference = replace(reference, conditions=conditions)
    items = await in_database(find_matching, task, reference)
    names = [one.assignee if group == _PERSON else one.home_name for one in items]
    counts = Counter(dict.fromkeys(await in_database(_groups, task, reference, group), 0))
    counts.update(name for name in names if name)
    return reference, counts


def _groups(task: Task, reference: Reference, group: str) -> list[str]:
    """Return all projects, or everybody who has or had work where things are counted."""
    if group == PROJECT:
        return sorted(one.title for one in load_items(task.pack.access, (PROJECT,)))
    items = load_items(task.pack.access, WORK, project_id_for(task, reference.project))
    return sorted({one.assignee for one in items if one.assignee})
