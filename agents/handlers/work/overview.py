"""Reports the state of projects, and what to do next."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from agents.handlers.events.lists import tell_coming_week
from agents.handlers.history import changes_since
from agents.handlers.items import PROJECT, WORK, Item, load_items
from agents.handlers.lines import bold, format_day, format_line, numbered_list
from agents.handlers.references.target_projects import project_id_for
from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from agents.handlers.work.conditions import is_overdue
from agents.tools.assignees import is_person, own_names
from agents.tools.counts import counted
from intent.commands import Command
from omniforge.storage.database import in_database

_WEEK = timedelta(days=7)
_MOST = 10
_FAR = date.max


@handles("work.overview")
async def tell_overview(task: Task, command: Command) -> Answer:
    """Report the state of one project, or of all."""
    home = await in_database(project_id_for, task, command.slots.get("project", ""))
    projects = await in_database(load_items, task.pack.access, (PROJECT,), home)
    if len(projects) == 1:
        return await describe_project(task, projects[0])
    if not projects:
        return Answer("There's no project yet.")
    items = await in_database(load_items, task.pack.access, WORK)
    lines = [
        f"{number}. {_standing(task, one, [item for item in items if item.home == one.id])}"
        for number, one in enumerate(projects, 1)
    ]
    return Answer("\n".join(lines), tuple(one.kept for one in projects))


async def describe_project(task: Task, project: Item) -> Answer:
    """Report a project's state: its open work, most urgent first, and its last changes."""
    items = await in_database(load_items, task.pack.access, (*WORK, "document"), project.id)
    documents = sum(one.kind == "document" for one in items)
    lead = f"{_standing(task, project, items)} {counted(documents, 'document')}."
    soon = sorted((one for one in items if one.is_open), key=_urgency)
    news = await in_database(changes_since, task, project.id, task.today - _WEEK, "")
    more = f"\n\n{len(soon) - _MOST} more are open." if len(soon) > _MOST else ""
    answer = numbered_list(lead, soon[:_MOST], task.today, home=False)
    more += f"\n\n**Changed in the last week**\n\n{news}" if news else ""
    return Answer(f"{answer.text}{more}", answer.listed or (project.kept,), answer.result)


def _standing(task: Task, project: Item, items: Sequence[Item]) -> str:
    tasks = [one for one in items if one.kind == "task"]
    late = [one for one in items if is_overdue(one, task.today)]
    coming = sorted(
        (one for one in items if one.is_open and one.due and one.due >= task.today),
        key=lambda one: one.due or _FAR,
    )
    said = [
        f"{sum(one.is_open for one in tasks)} of {counted(len(tasks), 'task')} open" if tasks else "no tasks"
    ]
    said += [f"{len(late)} overdue"] if late else []
    if coming and coming[0].due:
        said.append(f"next is {bold(coming[0].title)}, due {format_day(coming[0].due, task.today)}")
    return f"{bold(project.title)} ({project.state}): {', '.join(said)}."


def _urgency(item: Item) -> tuple[date, int, str]:
    return item.due or _FAR, item.priority or 9, item.title.casefold()


@handles("work.next")
async def tell_next(task: Task, command: Command) -> Answer:
    """Say what to do next: the person's own open work, else all of it, most urgent first.

    Behind it stands what the calendar has for the coming week, if the person's own list was asked for.
    """
    home = await in_database(project_id_for, task, command.slots.get("project", ""))
    items = await in_database(load_items, task.pack.access, ("task", "milestone"), home)
    opened = sorted((one for one in items if one.is_open), key=_urgency)
    names = await in_database(own_names, task.pack.access)
    mine = [one for one in opened if is_person(one.assignee, names)]
    others = [one for one in opened if one not in mine and not one.assignee]
    every = command.slots.get("every", False) or not (mine or others)
    found = opened if every else [*mine, *others][:_MOST]
    coming = None if home or "every" in command.slots else await tell_coming_week(task)
    if not found:
        return coming or Answer("Nothing is open.")
    lead = f"Start with {format_line(found[0], task.today, home=False)}."
    told = numbered_list(f"{lead} Open, the most urgent first:", found, task.today, home=home is None)
    return replace(told, text=f"{told.text}\n\n{coming.text}") if coming else told
