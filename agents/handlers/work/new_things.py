"""Creates projects and their contents. Asks for a missing title or project."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import product
from typing import Any
from uuid import UUID

from agents.context.situation import situation_of
from agents.handlers.items import DATED, PROJECT, WORK, Item, load_items
from agents.handlers.lines import bold, bracketed, format_fields, format_names, to_kept
from agents.handlers.references.assignees import assign_people, name_behind_day, with_client_in_title
from agents.handlers.references.counted_days import with_counted_days
from agents.handlers.references.named_in_front import maybe_named
from agents.handlers.references.people import complete_names
from agents.handlers.references.target_projects import format_began, project_for, project_for_new
from agents.handlers.references.targets import resolve_one
from agents.handlers.references.which_thing import option_line
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Question, Task
from agents.handlers.work.things import OF_WORK, checked_fields, link_operation
from intent.commands import Command, read_commands
from intent.commands.choices import is_only_urging, points_only
from intent.commands.readers.things.no_titles import name_in
from intent.commands.readers.times.days import day_left_in
from intent.commands.types import Entry
from intent.plain.counted_days import counted_day_behind
from intent.sentences.titles import normalise
from intent.word_groups import groups_of
from omniforge.english import join_words
from omniforge.errors import InvalidInput
from omniforge.projects.selectors import get_project
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_SHORT = 300  # characters of a description that is repeated


@handles("thing.create")
async def create(task: Task, command: Command) -> Answer:
    """Create one or several things of a kind, and link them if the words say so."""
    slots = await with_client_in_title(task, command.slots)
    slots = await complete_names(task, await _placed(task, slots))
    kind = _last_kind(task) if "as_last" in slots else slots["kind"]
    entries = await _entries(task, command, slots)
    fields = await _fields_of_new(task, kind, slots)
    if kind == PROJECT:
        return await _create_project(task, [one.title for one in entries], slots)
    homes = await _homes(task, slots)
    if kind in DATED and not fields.get("due"):
        entries = await in_database(with_counted_days, task, entries, homes[0])
    if kind in DATED and not fields.get("assignee"):
        entries = await assign_people(task, entries, kind)
    if "again" not in slots:
        await _require_new(task, kind, entries, homes)
    new = [(home, {**fields, **_own_fields(one)}) for home, one in product(homes, entries)]
    beneath = await _parent(task, slots)
    operations = [_creation(place, kind, home, own) | beneath for place, (home, own) in enumerate(new)]
    operations += await _links_of_new(task, len(new), slots)
    given = await task.call("change", operations=operations, project=str(homes[0].id))
    return _with_left(_created(task, kind, entries, fields, homes, given), slots)


@handles("thing.create_for")
async def create_for(task: Task, command: Command) -> Answer:
    """Create a task for somebody who is to be reminded, and say that nobody is written to."""
    who, work = command.slots["who"], command.slots["work"]
    reading = read_commands(f"add a task for {who}: {work}", situation_of(task.pack))
    orders = [one for one in reading.commands if one.name == "thing.create"]
    if not (reading.is_whole and len(orders) == len(reading.commands) == 1):
        raise NoSuchTarget
    answer = await create(task, orders[0])
    return replace(answer, text=f"{answer.text}\n\nI can't write to {plain(who)}, so tell them yourself.")


async def _entries(task: Task, command: Command, slots: Mapping[str, Any]) -> Sequence[Entry]:
    """Return what to create. An item of a list may point at the item before it: 'wash them'.

    Raises Question if there is no title, and InvalidInput if the title is only a pronoun.
    """
    entries: Sequence[Entry] = [one for one in slots.get("titles") or () if one.title]
    if not entries:
        entries = [Entry(_timed(slots) if slots.get("title") else await _title(task, command))]
    if points_only(first := entries[0].title):
        raise InvalidInput(f"I don't know what “{plain(first)}” refers to. Say the full title.")
    return entries


def _creation(place: int, kind: str, home: Item, fields: Mapping[str, Any]) -> dict[str, Any]:
    new = {"temp_id": f"new{place}", "fields": fields, "project": str(home.id)}
    return {"op": "create", "kind": kind, **new}


async def _parent(task: Task, slots: Mapping[str, Any]) -> dict[str, str]:
    """Return the parent of new documents, if one is named."""
    if "parent" not in slots:
        return {}
    return {"parent": str((await resolve_one(task, slots["parent"], "parent", kinds=("document",))).id)}


async def _homes(task: Task, slots: Mapping[str, Any]) -> Sequence[Item]:
    """Return each project named for something new."""
    if "projects" in slots:
        return [await project_for(task, one) for one in slots["projects"]]
    return [await project_for_new(task, slots.get("project", ""))]


def _last_kind(task: Task) -> str:
    """Return the kind just created or deleted: 'and another one: …'. Raises NoSuchTarget if there is none."""
    touched = task.run.touched or task.pack.dialogue.touched
    if not touched or touched[-1].kind not in WORK:
        raise NoSuchTarget
    return touched[-1].kind


def _timed(slots: Mapping[str, Any]) -> str:
    """Return a title with its time of day, because due dates have no time."""
    return " ".join(filter(None, (slots["title"], slots.get("at"))))


def _own_fields(entry: Entry) -> dict[str, Any]:
    said = {
        "title": entry.title,
        "due": entry.due and entry.due.isoformat(),
        "assignee": entry.assignee,
        "priority": entry.priority,
        "description": entry.description,
    }
    return {name: value for name, value in said.items() if value}


def _created(
    task: Task,
    kind: str,
    entries: Sequence[Entry],
    fields: Mapping[str, Any],
    homes: Sequence[Item],
    given: Mapping[str, Any],
) -> Answer:
    made = [row for row in given["done"] if row["op"] == "create"]
    links = [row["link"].replace("_", " ") for row in given["done"] if row["op"] == "link"]
    several = f"{len(entries)} {kind}s" if len(entries) > 1 else f"the {kind}"
    where = join_words(bold(one.title) for one in homes)
    own = [bold(one.title) + bracketed(_own_fields(one), task.today) for one in entries]
    text = f"Created {several} {join_words(own)} in {where}{format_fields(fields, task.today)}."
    text += f" Linked: {'; '.join(links)}." if links else ""
    text += _undated(task, entries) if kind in DATED and not fields.get("due") else ""
    text += _unassigned(task, entries) if kind == "task" and not fields.get("assignee") else ""
    text += format_began(task)
    return Answer(text, to_kept(made) if len(made) > 1 else ())


def _with_left(answer: Answer, slots: Mapping[str, Any]) -> Answer:
    """Return an answer that names the lines of a list that can't be read."""
    left = [f"“{plain(one.left)}”" for one in slots.get("titles") or () if one.left]
    said = f"\n\nI left this out because I didn't understand it: {join_words(left)}." if left else ""
    return replace(answer, text=f"{answer.text}{said}")


def _undated(task: Task, entries: Sequence[Entry]) -> str:
    """Return the days that remained in titles, in words."""
    days = [(one.title, "" if one.due else _day_in(one.title, task.today)) for one in entries]
    said = [
        f" “{plain(day)}” is only in the title of {bold(title)}, not its due date."
        for title, day in days
        if day
    ]
    return "".join(said)


def _unassigned(task: Task, entries: Sequence[Entry]) -> str:
    """Return which titles begin with what may be a person's name, if others of the list have a person."""
    alone = [one.title for one in entries if not one.assignee and any(other.assignee for other in entries)]
    names = [(title, maybe_named(title, task.pack.message)) for title in alone]
    said = [
        f" {bold(title)} is assigned to nobody: “{plain(who)}” is in its title."
        for title, who in names
        if who
    ]
    return "".join(said)


def _day_in(title: str, today: date) -> str:
    """Return the words for a day in a title, also for one counted from something unknown, else empty."""
    counted = counted_day_behind(title)
    _, weekday, name = name_behind_day(title)
    short = f"{weekday} {name}" if name and (name.istitle() or groups_of(name) is None) else ""
    return title.rpartition(",")[2].strip() if counted else day_left_in(title, today) or short


async def _fields_of_new(task: Task, kind: str, slots: Mapping[str, Any]) -> dict[str, Any]:
    blank = Item(kind, task.pack.turn_id, "", task.pack.turn_id)
    given = {name: slots[name] for name in (*OF_WORK, "description") if name in slots}
    return await checked_fields(task, blank, given) if kind != PROJECT else {}


async def _title(task: Task, command: Command) -> str:
    if "like" in command.slots:
        return (await resolve_one(task, command.slots["like"])).title
    answer = name_in(task.answer_to("title"))
    if answer and not is_only_urging(answer):
        return answer
    kind = command.slots["kind"]
    write = " I can create it; writing its text needs a model." if command.slots.get("description") else ""
    raise Question("title", f"What should the {kind} be called?{write}")


async def _create_project(task: Task, titles: Sequence[str], slots: Mapping[str, Any]) -> Answer:
    noted = _noted_of_project(slots)
    given = str(slots.get("content") or slots.get("description") or "")
    about = given or noted
    purpose = {"description": about, "context": about} if about else {}
    operations = [{"op": "create", "kind": PROJECT, "fields": {"title": one, **purpose}} for one in titles]
    await task.call("change", operations=operations)
    said = (
        f"Created the project {format_names(titles)}."
        if len(titles) == 1
        else f"Created {format_names(titles)}."
    )
    lacks = f" A project has no due date or owner, so its description says “{plain(noted)}”." if noted else ""
    tells = f" Its description says “{plain(given.strip(' .'))}”." if given and len(given) <= _SHORT else ""
    return Answer(f"{said}{lacks or tells}")


@handles("project.told")
async def add_told(task: Task, command: Command) -> Answer:
    """Add what is told of a project just created to its description."""
    kept = next((one for one in reversed(task.run.touched) if one.kind == PROJECT), None)
    if kept is None:
        raise NoSuchTarget
    told = command.slots["told"].strip(" .")
    before = await in_database(_description_of, task, kept.id)
    text = ". ".join(filter(None, (before.rstrip(" ."), f"{told[:1].upper()}{told[1:]}.")))
    await task.call("change", operations=[_described(kept.id, text)])
    return Answer(f"Its description says “{plain(told)}”.")


def _description_of(task: Task, project: str) -> str:
    return str(get_project(task.pack.access, UUID(project)).description)


def _described(project: str, text: str) -> dict[str, Any]:
    return {"op": "update", "ref": project, "kind": PROJECT, "fields": {"description": text}}


def _noted_of_project(slots: Mapping[str, Any]) -> str:
    """Return what is said of a project that it has no field for, in words."""
    due, who = slots.get("due"), slots.get("assignee")
    parts = [f"due {due.day} {due:%B %Y}" if due else "", f"for {who}" if who else ""]
    said = ", ".join(filter(None, parts))
    return f"{said[:1].upper()}{said[1:]}"


async def _require_new(task: Task, kind: str, entries: Sequence[Entry], homes: Sequence[Item]) -> None:
    """Raise InvalidInput if an open thing of this kind already has the name."""
    wanted = {normalise(one.title) for one in entries}
    for home in homes:
        for one in await in_database(load_items, task.pack.access, (kind,), home.id):
            if normalise(one.title) in wanted and one.is_open:
                raise InvalidInput(f"There's already {option_line(one)}. Nothing was created.")


async def _placed(task: Task, slots: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the slots with a linked project turned into the new thing's project."""
    if "other" not in slots:
        return slots
    other = await resolve_one(task, slots["other"], "other")
    if other.kind != PROJECT:
        return slots
    return {name: value for name, value in slots.items() if name != "other"} | {"project": other.title}


async def _links_of_new(task: Task, number: int, slots: Mapping[str, Any]) -> list[dict[str, Any]]:
    if "other" not in slots:
        return []
    other = await resolve_one(task, slots["other"], "other")
    return [
        link_operation(f"new{place}", str(other.id), slots.get("relation", "")) for place in range(number)
    ]
