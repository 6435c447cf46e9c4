"""Answers questions with lists: which things meet conditions, how many, and whose they are."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from uuid import UUID

from agents.handlers.items import DATED, IN_PROJECTS, PROJECT, WORK, Item, load_items
from agents.handlers.lines import (
    bold,
    format_day,
    format_priority,
    format_state,
    numbered_list,
)
from agents.handlers.references.at_hand import last_shown
from agents.handlers.references.target_projects import project_id_for
from agents.handlers.references.targets import filter_by, resolve_dates
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.work.conditions import is_overdue
from agents.handlers.work.states import has_state
from intent.commands import Command, Condition, Reference, read_commands
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_FAR = date.max
OPEN_TASKS = Reference("open tasks", kind="task", is_plural=True, conditions=(Condition("state", "open"),))
_OPEN_ONLY = ("overdue", "due", "due_until", "due_before", "due_after", "assignee", "order", "priority")
_OF_TASKS = ("due", "assignee")  # nobody asks which risks lack these
_RELATING = {"threatens": "threatening", "blocks": "blocking"}
_DATED = ("due", "due_until", "due_before", "due_after", "changed", "created")
_SHOWN_DONE = ("state", "changed", "created")


@handles("thing.list")
async def tell_list(task: Task, command: Command) -> Answer:
    """List the things that meet all conditions, or what is due next if nothing is on the days asked for."""
    reference, items = await _found(task, command)
    answer = list_of(task, reference, items)
    later = () if items else await in_database(_due_later, task, reference)
    if not later:
        return answer
    told = f"{answer.text} Next is {bold(later[0].title)}{_due(later[0], task.today)}."
    return replace(answer, text=told, listed=(later[0].kept,))


def _due_later(task: Task, reference: Reference) -> Sequence[Item]:
    """Return what is due after the days that a reference gives, if they aren't past."""
    given = next((one for one in reference.conditions if one.field == "due"), None)
    if given is None or given.negated or not isinstance(given.value, tuple) or given.value[1] < task.today:
        return ()
    later = replace(given, field="due_after")
    others = (one for one in reference.conditions if one is not given)
    return find_matching(task, replace(reference, conditions=(*others, later)))


def list_of(task: Task, reference: Reference, items: Sequence[Item]) -> Answer:
    """Return things as a list, under the words of the question. Raises NoSuchTarget if no topic fits."""
    what = list_heading(reference, len(items), task)
    texts = [one.value for one in reference.conditions if one.field == "text"]
    if not items and texts and not reference.kind:
        raise NoSuchTarget  # 'what about the deposit?' may be told, or be in a document
    if not items and texts:
        return Answer(f"Nothing about “{plain(texts[0])}” in your projects.")
    if not items:
        return Answer(f"There {_none(reference, task)}.")
    lead = f"{len(items)} {what}:" if len(items) > 1 else f"One {what}:"
    return numbered_list(lead, items, task.today, home=not (reference.project or task.pack.focus.project_id))


async def check_all(task: Task, reference: Reference, wanted: str) -> Answer:
    """Say whether all things of a reference have a state. Raises NoSuchTarget if there is no work item."""
    return list_exceptions(task, await in_database(find_matching, task, reference), wanted)


def list_exceptions(task: Task, items: Sequence[Item], wanted: str) -> Answer:
    """Say whether all work items have a state, and list the others. Raises NoSuchTarget if there are none."""
    items = [one for one in items if one.kind in WORK]
    others = [one for one in items if not has_state(one, wanted)]
    if not items:
        raise NoSuchTarget
    if not others:
        return Answer(f"Yes, all {len(items)}." if len(items) > 1 else f"Yes: {bold(items[0].title)}.")
    verb = "is" if len(others) == 1 else "are"
    lead = f"No, {len(others)} of {len(items)} {verb} not:" if len(items) > 1 else "No:"
    return numbered_list(lead, others, task.today, home=not task.pack.focus.project_id)


@handles("thing.count")
async def count(task: Task, command: Command) -> Answer:
    """Say how many there are, and remember them for 'which ones?'."""
    return count_of(task, *await _found(task, command))


def count_of(task: Task, reference: Reference, items: Sequence[Item]) -> Answer:
    """Return the number of things, in a sentence."""
    verb = "There is" if len(items) == 1 else "There are"
    some = f"{verb} {len(items)} {list_heading(reference, len(items), task)}."
    text = some if items else f"There {_none(reference, task)}."
    return Answer(text, tuple(one.kept for one in items))


async def overdue_in(task: Task, home: UUID | None) -> Answer | None:
    """List the overdue open work of one project, or of all, or None if there is none."""
    items = await in_database(load_items, task.pack.access, WORK, home)
    late = [one for one in items if is_overdue(one, task.today)]
    return numbered_list("Overdue:", late, task.today, home=home is None) if late else None


async def _found(task: Task, command: Command) -> tuple[Reference, Sequence[Item]]:
    slots = command.slots
    reference: Reference = slots.get("thing") or slots["among"]
    if "who" in slots:
        whose = Condition("assignee", slots["who"])
        reference = replace(reference, conditions=(*reference.conditions, whose))
    if "among" in slots:
        return reference, await in_database(_among_listed, task, reference)
    conditions = await in_database(resolve_dates, task, reference.conditions)
    reference = replace(reference, conditions=conditions)
    return reference, await in_database(find_matching, task, reference)


@handles("thing.again")
async def tell_again(task: Task, command: Command) -> Answer:
    """Repeat the last message's list with other conditions: 'and in Launch?'"""
    before = read_commands(task.situation.said, task.situation).commands
    asked = next((one for one in before if one.name in ("thing.list", "thing.count")), None)
    if asked is None or "thing" not in asked.slots:
        raise NoSuchTarget
    reference = _changed(asked.slots["thing"], command.slots["thing"])
    tell = list_of if asked.name == "thing.list" else count_of
    return tell(task, reference, await in_database(find_matching, task, reference))


def _changed(before: Reference, now: Reference) -> Reference:
    """Return the last reference with new conditions replacing those of the same sort."""
    new = {one.field for one in now.conditions}
    kept = tuple(one for one in before.conditions if one.field not in new)
    return replace(before, project=now.project or before.project, conditions=(*kept, *now.conditions))


def _among_listed(task: Task, reference: Reference) -> Sequence[Item]:
    return filter_by(task, last_shown(task), reference.conditions)


def find_matching(task: Task, reference: Reference) -> Sequence[Item]:
    fields = {one.field for one in reference.conditions}
    everywhere = "everywhere" in fields and not reference.project
    says_all = any(one.field == "everywhere" and one.value == "all" for one in reference.conditions)
    anywhere = everywhere and (says_all or task.pack.focus.project_id is None)
    home = None if anywhere else project_id_for(task, reference.project)
    items = load_items(task.pack.access, _kinds(reference), home, texts="text" in fields)
    found = filter_by(task, items, reference.conditions)
    if fields & set(_OPEN_ONLY) and not fields & set(_SHOWN_DONE):
        found = [one for one in found if one.is_open]
    if reference.kind not in ("document", PROJECT) and "order" not in fields:
        found = sorted(found, key=lambda one: (not one.is_open, one.due or _FAR, one.priority or 9))
    return (
        found[: reference.number]
        if reference.number
        else found[: 1 if "order" in fields and not reference.is_plural else None]
    )


def _kinds(reference: Reference) -> Sequence[str]:
    if reference.kind in ("", "thing"):
        if any(one.negated and one.field in _OF_TASKS for one in reference.conditions):
            return DATED
        texts = any(
            one.field in ("text", "changed", "created", "linked", "under") for one in reference.conditions
        )
        return IN_PROJECTS if texts else WORK
    return ("document",) if reference.kind == "folder" else (reference.kind,)


def list_heading(reference: Reference, number: int, task: Task) -> str:
    """Return a list's heading: 'overdue tasks in **Launch**, assigned to Ben'."""
    noun = (_kind_named(reference) or "thing") + ("" if number == 1 else "s")
    before, after = _said_of(reference, task)
    return " ".join(filter(None, (before, noun, after)))


def _none(reference: Reference, task: Task) -> str:
    """Return 'is nothing due Friday' or 'are no tasks due Friday'."""
    if _kind_named(reference):
        return f"are no {list_heading(reference, 2, task)}"
    return " ".join(filter(None, ("is nothing", *_said_of(reference, task))))


def _kind_named(reference: Reference) -> str:
    return reference.kind if reference.kind not in ("thing", "folder") else ""


def _said_of(reference: Reference, task: Task) -> tuple[str, str]:
    """Return the conditions that stand before a noun, and place and conditions behind it."""
    before = " ".join(filter(None, (_before(one) for one in reference.conditions)))
    after = " and ".join(filter(None, (_after(one, task) for one in reference.conditions)))
    where = f"in {bold(reference.project)}" if reference.project else ""
    return before, " ".join(filter(None, (where, after)))


def _before(one: Condition) -> str:
    said = {"overdue": "overdue", "at_risk": "endangered"}.get(one.field, "")
    if one.field == "state":
        said = "unfinished" if one.negated and one.value == "done" else format_state(str(one.value))
        return f"not {said}" if one.negated and said != "unfinished" else said
    if one.field == "priority" and one.value:
        return format_priority(one.value).replace(" ", "-")
    return f"not {said}" if said and one.negated else said


def _after(one: Condition, task: Task) -> str:
    if one.field in _DATED and isinstance(one.value, tuple):
        return _dated(one, task)
    if one.field == "assignee":
        nobody = one.value in (None, "nobody")
        who = "nobody" if nobody else "you" if one.value == "me" else plain(one.value)
        return f"{'not ' if one.negated and not nobody else ''}assigned to {who}"
    if one.field == "due":
        return "without a due date" if one.negated else "with a due date"
    if one.field == "text":
        return f"about “{plain(one.value)}”"
    if one.field == "linked_at_all":
        return f"linked to {'nothing' if one.negated else 'something'}"
    if one.field == "relates":
        return f"{_RELATING[one.value]} {'nothing' if one.negated else 'something'}"
    if said := {"under": "under", "linked": "linked to", "is": "except"}.get(one.field):
        return f"{said} “{plain(one.value.name or one.value.words)}”"
    return "without a priority" if one.field == "priority" and one.negated else ""


def _dated(one: Condition, task: Task) -> str:
    first, last = (format_day(when, task.today) for when in one.value)
    span = first if first == last else f"{first} to {last}"
    words = {
        "due": f"due {span}",
        "due_until": f"due by {last}",
        "due_before": f"due before {first}",
        "due_after": f"due after {last}",
        "changed": f"changed {span}",
        "created": f"added {span}",
    }
    return words[one.field]


@handles("work.people")
async def tell_people(task: Task, command: Command) -> Answer:
    """List the open work by person, of one project if one is named, or what is due in some days."""
    home = await in_database(project_id_for, task, command.slots.get("project", ""))
    last: date | None = command.slots.get("when", (None, None))[1]
    items = [one for one in await in_database(load_items, task.pack.access, WORK, home) if one.is_open]
    items = [one for one in items if last is None or (one.due and one.due <= last)]
    shown = {one.id for one in task.run.listed}  # by the same message: 'tasks in Barn, who has what?'
    items = [one for one in items if not shown or str(one.id) in shown]
    groups: dict[str, list[Item]] = {}
    for one in sorted(items, key=lambda one: (not one.assignee, one.assignee)):
        groups.setdefault(one.assignee, []).append(one)
    if not groups:
        return Answer(f"Nothing is due by {format_day(last, task.today)}." if last else "Nothing is open.")
    ordered = [one for group in groups.values() for one in group]
    places = {one.id: place for place, one in enumerate(ordered, 1)}
    blocks = [
        f"**{plain(name) or 'Nobody'}**\n\n"
        + "\n".join(f"{places[one.id]}. {bold(one.title)}{_due(one, task.today)}" for one in group)
        for name, group in groups.items()
    ]
    lead = [f"Due by {format_day(last, task.today)}:"] if last else []
    return Answer("\n\n".join((*lead, *blocks)), tuple(one.kept for one in ordered))


def _due(item: Item, today: date) -> str:
    return f", due {format_day(item.due, today)}" if item.due else ""
