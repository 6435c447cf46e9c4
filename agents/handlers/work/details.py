"""Describes one thing: everything, or the one field that was asked for."""

from agents.handlers.documents.orders import text_of_document
from agents.handlers.items import PROJECT, WORK, Item
from agents.handlers.lines import bold, format_day, format_priority, format_state
from agents.handlers.references.targets import resolve_one
from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from agents.handlers.work.conditions import is_overdue
from agents.handlers.work.links import BACKWARD
from agents.handlers.work.lists import check_all
from agents.handlers.work.overview import describe_project
from agents.handlers.work.states import has_state
from agents.tools.counts import counted
from agents.tools.workspace.linked import links_of
from intent.commands import Command
from omniforge.projects.kinds import Kind
from omniforge.projects.selectors import get_thing
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_OF_WORK = ("assignee", "due", "priority", "lateness")  # no project has these


@handles("thing.details")
async def tell_details(task: Task, command: Command) -> Answer:
    """Describe one thing in full."""
    field, thing = command.slots.get("field", ""), command.slots["thing"]
    if field == "state" and thing.is_all:
        return await check_all(task, thing, command.slots.get("state", ""))
    owned = thing.is_pronoun and field in _OF_WORK  # the task is meant, not the project made for it
    item = await resolve_one(task, thing, kinds=WORK if owned else ())
    task.run.touched[:] = [item.kept]
    if field and item.kind not in ("document", PROJECT):
        return Answer(await describe_field(task, item, field, command.slots.get("state", "")))
    if item.kind == PROJECT and field == "description":
        return Answer(_described(item))
    if item.kind == PROJECT:
        return await describe_project(task, item)
    if item.kind == "document":
        return await text_of_document(task, item)
    return Answer(await in_database(_everything, task, item))


async def describe_field(task: Task, item: Item, field: str, asked_state: str = "") -> str:
    """Return one field of a thing in words. For its state also whether it is the one asked about."""
    name = bold(item.title)
    match field:
        case "due":
            late = ", so it's overdue" if is_overdue(item, task.today) else ""
            return (
                f"{name} is due {format_day(item.due, task.today)}{late}."
                if item.due
                else f"{name} has no due date."
            )
        case "lateness":
            return _lateness(task, item)
        case "assignee":
            return f"{name} is assigned to {plain(item.assignee) or 'nobody'}."
        case "priority":
            return (
                f"{name} has {format_priority(item.priority)}."
                if item.priority
                else f"{name} has no priority."
            )
        case "state":
            lead = "" if not asked_state else "Yes. " if has_state(item, asked_state) else "No. "
            late = (
                f" It was due {format_day(item.due, task.today)}."
                if item.due and is_overdue(item, task.today)
                else ""
            )
            return f"{lead}{name} is {format_state(item.state)}.{late}"
    return await in_database(_own_field, task, item, field)


def _described(item: Item) -> str:
    said = plain(item.text)
    return f"{bold(item.title)}, description: {said}" if said else f"{bold(item.title)} has no description."


def _lateness(task: Task, item: Item) -> str:
    """Say by how many days a thing is overdue."""
    if not item.due or not is_overdue(item, task.today):
        return f"{bold(item.title)} isn't overdue."
    late = counted((task.today - item.due).days, "day")
    return f"{bold(item.title)} is {late} overdue: it was due {format_day(item.due, task.today)}."


def _own_field(task: Task, item: Item, field: str) -> str:
    thing = get_thing(task.pack.access, Kind(item.kind), item.id)
    value = thing.description if field == "description" else getattr(thing, "fields", {}).get(field)
    if value in (None, ""):
        return f"{bold(item.title)} has no {field}."
    return f"{bold(item.title)}, {field}: {_shown(value)}"


def _everything(task: Task, item: Item) -> str:
    thing = get_thing(task.pack.access, Kind(item.kind), item.id)
    own = {name: value for name, value in getattr(thing, "fields", {}).items() if name != "assignee"}
    lines = [f"{bold(item.title)}, a {item.kind} in {bold(item.home_name)}", ""]
    lines += [f"- State: {format_state(item.state)}"] if item.state else []
    lines += [f"- Due: {format_day(item.due, task.today)}"] if item.due else []
    lines += [f"- Assignee: {plain(item.assignee)}"] if item.assignee else []
    lines += [f"- Priority: {format_priority(item.priority).split()[0]}"] if item.priority else []
    lines += [
        f"- {name.capitalize()}: {_shown(value)}" for name, value in own.items() if value not in (None, "")
    ]
    lines += [
        f"- {_link(one.relation, one.forward)}: {plain(one.title)}"
        for one in links_of(task.pack.access, item.id)
    ]
    return "\n".join(lines) + (f"\n\n{plain(item.text)}" if item.text else "")


def _shown(value: object) -> str:
    return f"{value:.0%}" if isinstance(value, float) else plain(str(value))


def _link(relation: str, forward: bool) -> str:
    said = relation.replace("_", " ") if forward else BACKWARD.get(relation, "related to")
    return said.removeprefix("is ").capitalize()
