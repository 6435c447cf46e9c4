"""What an operation comes to: the calls that carry it out, each with what is said once it is done.

What must come out of each is known before it runs, and goes with it (seed 003, section 8.6).
"""

from collections.abc import Mapping
from datetime import date
from typing import Any

from agents.events import Expected
from agents.plans.plan import Step, StepCall
from agents.runs.by_rules.workspace.situation import Situation
from agents.runs.by_rules.workspace.things import Thing
from agents.tables.markdown import plain
from agents.workspace.naming import folded
from agents.workspace.reading.vocabulary import ends_of
from omniforge.projects.kinds import Kind

_PRIORITIES = {
    1: "top priority",
    2: "high priority",
    3: "medium priority",
    4: "low priority",
    5: "lowest priority",
}


def step(
    tool: str, title: str, told: str, arguments: Mapping[str, Any], expects: Expected | None = None
) -> Step:
    """Return a step that makes one call; its id is given by the plan."""
    call = StepCall(tool, dict(arguments))
    return Step("", title, "tooling", "update", call=call, told=told, expects=expects)


def creation(at: Situation, kind: str, title: str, project: Thing, fields: Mapping[str, Any]) -> Step:
    """Return the step that makes a document or an entity in a project."""
    shown = {name: as_json(value) for name, value in fields.items() if value is not None}
    where = {"title": title, "project": called(at, project), **shown}
    head = f"Created the {kind} **{plain(title)}** in **{plain(project.title)}**"
    what, expects = f"Create the {kind} {title}", Expected(f"{title} is in {project.title}", type=kind)
    if kind == Kind.DOCUMENT:
        return step("create_document", what, f"{head}.", where, expects)
    return step("create_entity", what, f"{head}{_details(fields)}.", {"kind": kind, **where}, expects)


def update(at: Situation, thing: Thing, fields: Mapping[str, Any]) -> Step:
    """Return the step that gives a thing new values."""
    shown = {name: as_json(value) for name, value in fields.items() if value is not None}
    title, told = f"Change {thing.title}", f"**{plain(thing.title)}**{_became(thing, fields)}."
    expects = _of(thing, f"{thing.title}{_became(thing, fields).replace('**', '')}")
    if thing.kind == "project":
        renamed = {"name" if name == "title" else name: value for name, value in shown.items()}
        return step("update_project", title, told, {"project": called(at, thing), **renamed}, expects)
    if thing.kind == Kind.DOCUMENT:
        return step("update_document", title, told, {**_named(at, "document", thing), **shown}, expects)
    cleared = [name for name in ("priority", "due_on") if name in fields and fields[name] is None]
    clear = {"clear": cleared} if cleared else {}
    return step("update_entity", title, told, {**_named(at, "entity", thing), **shown, **clear}, expects)


def writing(at: Situation, document: Thing, fields: Mapping[str, Any]) -> Step:
    """Return the step that writes a section of a document, or to its end."""
    title, heading = plain(document.title), plain(fields["heading"])
    told = {
        "add": f"Added the section **{heading}** to **{title}**.",
        "append": f"Added it to {f'**{heading}** in ' if heading else ''}**{title}**.",
        "replace": f"Wrote **{heading}** in **{title}** anew.",
    }
    where, expects = _named(at, "document", document), _of(document, f"It stands in {document.title}")
    what = f"Write in {document.title}"
    return step("write_section", what, told[fields["mode"]], {**where, **fields}, expects)


def deletion(at: Situation, thing: Thing) -> Step:
    """Return the step that puts a document or an entity into the trash."""
    told = f"Put the {thing.kind} **{plain(thing.title)}** into the trash, from where it can come back."
    sort = "document" if thing.kind == Kind.DOCUMENT else "entity"
    expects = _of(thing, f"{thing.title} is in the trash")
    return step(f"delete_{sort}", f"Delete {thing.title}", told, _named(at, sort, thing), expects)


def move(at: Situation, document: Thing, parent: str, where: str) -> Step:
    """Return the step that puts a document below another, `parent` being its title or id; '' is the top."""
    told = f"Moved **{plain(document.title)}** {where}."
    arguments = {**_named(at, "document", document), **({"parent": parent} if parent else {})}
    expects = _of(document, f"{document.title} is moved")
    return step("move_document", f"Move {document.title}", told, arguments, expects)


def linking(at: Situation, tool: str, first: Thing, second: Thing) -> Step:
    """Return the step that links two things, or takes the link away."""
    ends = f"**{plain(first.title)}** {'and' if tool == 'link' else 'from'} **{plain(second.title)}**"
    told = f"Linked {ends}." if tool == "link" else f"Unlinked {ends}."
    names = {"source": called(at, first), "target": called(at, second)}
    project = called(at, next(one for one in at.stock.projects if one.id == first.project_id))
    return step(
        tool, f"{tool.capitalize()} {first.title} and {second.title}", told, {**names, "project": project}
    )


def called(at: Situation, thing: Thing) -> str:
    """Return how a tool is told of a thing: by its title, or by its id where others are called so too."""
    inside = at.stock.within(thing.project_id)
    others = inside.projects if thing.kind == "project" else inside.things
    same = [one for one in others if folded(one.title) == folded(thing.title)]
    return thing.title if len(same) == 1 else str(thing.id)


def say_due(day: date, today: date) -> str:
    """Say a day: 'Friday, 27 November', with the year where it is another one."""
    year = "" if day.year == today.year else f" {day.year}"
    return f"{day:%A}, {day.day} {day:%B}{year}"


def say_priority(priority: int) -> str:
    """Say a priority, 1 to 5."""
    return _PRIORITIES[priority]


def _of(thing: Thing, outcome: str) -> Expected:
    """Return that something must come of a thing that there is."""
    return Expected(outcome, ids=(str(thing.id),))


def _named(at: Situation, argument: str, thing: Thing) -> dict[str, Any]:
    project = next(one for one in at.stock.projects if one.id == thing.project_id)
    kind = {"kind": thing.kind} if argument == "entity" else {}
    return {argument: called(at, thing), **kind, "project": called(at, project)}


def _details(fields: Mapping[str, Any]) -> str:
    said = []
    if due := fields.get("due_on"):
        said.append(f"due {say_due(due, due)}")
    if priority := fields.get("priority"):
        said.append(say_priority(priority))
    if own := fields.get("fields"):
        said.append(f"assigned to {plain(own['assignee'])}")
    return f", {', '.join(said)}" if said else ""


def _became(thing: Thing, fields: Mapping[str, Any]) -> str:
    """Say what a thing is from now on."""
    said = [_of_field(thing, name, value) for name, value in fields.items()]
    return f" {' and '.join(said)}" if said else ""


def _of_field(thing: Thing, name: str, value: Any) -> str:
    if name == "fields":
        return f"is assigned to {plain(value['assignee'])} now"
    if name == "title":
        return f"is called **{plain(value)}** now"
    if name == "state":
        again = " again" if thing.state in ends_of(thing.kind) and value not in ends_of(thing.kind) else ""
        return f"is {str(value).replace('_', ' ')}{again or ' now'}"
    if value is None:
        return f"has no {name.replace('_on', ' date').replace('_', ' ')} any more"
    if name == "due_on":
        return f"is due {say_due(value, value)} now"
    return f"has {say_priority(value)} now" if name == "priority" else f"has a new {name}"


def as_json(value: Any) -> Any:
    """Return a value of a field as tools take it."""
    return value.isoformat() if isinstance(value, date) else value
