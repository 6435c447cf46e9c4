"""Writes and reads documents, and moves them in their project's tree."""

from collections.abc import Mapping
from dataclasses import replace
from textwrap import shorten
from typing import Any

from agents.handlers.documents.passages import DOCUMENT, document_meant
from agents.handlers.documents.text_parts import MAIN, main_sentences
from agents.handlers.items import Item, load_items
from agents.handlers.lines import bold, format_names
from agents.handlers.references.target_projects import format_began, project_for, project_for_new
from agents.handlers.references.targets import resolve_all, resolve_one
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from intent.commands import Command
from intent.data_files import pattern
from intent.statements.from_replies import MADE_DOCUMENT
from intent.statements.pasted_texts import read_pasted_text
from omniforge.english import capital
from omniforge.errors import InvalidInput
from omniforge.projects.search.sentences import sentences_of
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_REWORK = "Rewriting text needs a model. You can edit {} on its page, or tell me the new text."
_NO_TEXT = "I see no text to keep here. Paste it below the order, and I make a document of it."
_LONGEST_TITLE = 60
_SHOWN = 3_000  # characters of a document
_SHOWN_BEHIND = pattern("appended", "shown")
_QUOTED = 200  # characters of what was added to one


@handles("document.create")
async def create(task: Task, command: Command) -> Answer:
    """Create a document with its text or headings."""
    slots = command.slots
    content = slots.get("content") or "\n".join(f"## {one}\n" for one in _headings(slots)).strip()
    content = _pasted_before(task) if "earlier" in slots else content
    title = slots.get("title") or _first_words(content)
    fields = {"title": title, "content": content}
    above = await resolve_one(task, slots["parent"], "parent", kinds=DOCUMENT) if "parent" in slots else None
    home = await project_for_new(task, slots.get("project", ""))  # last: nothing is created if a word fails
    operation: dict[str, Any] = {"op": "create", "kind": "document", "fields": fields}
    operation |= {"parent": str(above.id)} if above else {}
    await task.call("change", operations=[operation], project=str(home.id))
    below = f" below {bold(above.title)}" if above else ""
    text = f"{MADE_DOCUMENT}{bold(title)}{below} in {bold(home.title)}."
    return Answer(f"{text}{format_began(task)}")


def _first_words(text: str) -> str:
    """Return the title of a text that was given none: its first sentence, up to a comma before a blank."""
    first = next(iter(sentences_of(text)), text).partition(", ")[0].strip(" .:!")
    return capital(shorten(first, _LONGEST_TITLE, placeholder="…"))


def _pasted_before(task: Task) -> str:
    """Return the text that the person pasted before: 'save it as …'. Raises InvalidInput if there is none."""
    found = (read_pasted_text(one) for one in reversed(task.pack.messages))
    if not (text := next(filter(None, found), None)):
        raise InvalidInput(_NO_TEXT)
    return text.text


def _headings(slots: Mapping[str, Any]) -> list[str]:
    given = slots.get("headings") or slots.get("heading") or ()
    return [given] if isinstance(given, str) else [str(one) for one in given]


@handles("document.section")
async def add_section(task: Task, command: Command) -> Answer:
    """Add sections to a document."""
    item = await document_meant(task, command.slots["document"])
    headings = _headings(command.slots)
    text = command.slots.get("content", "")
    for heading in headings:
        await task.call("edit_document", ref=str(item.id), append=f"## {heading}\n\n{text}".rstrip() + "\n")
    what = "the section" if len(headings) == 1 else "the sections"
    return Answer(f"Added {what} {format_names(headings)} to {bold(item.title)}.")


@handles("document.append")
async def append(task: Task, command: Command) -> Answer:
    """Append to a document, or to one of its sections."""
    item = await document_meant(task, command.slots["document"])
    heading = command.slots.get("heading", "")
    section = {"section": heading} if heading else {}
    added = _SHOWN_BEHIND.sub("", command.slots["content"])
    await task.call("edit_document", ref=str(item.id), append=added, **section)
    place = f"{f'{bold(heading)} in ' if heading else ''}{bold(item.title)}"
    is_short = len(added.strip()) <= _QUOTED and "\n" not in added.strip()
    done = f"Added it to {place}: “{plain(added.strip())}”" if is_short else f"Added it to {place}."
    if added == command.slots["content"]:
        return Answer(done)
    shown = await text_of_document(task, item, heading)
    return replace(shown, text=f"{done}\n\n{shown.text}")


@handles("document.delete_section")
async def delete_section(task: Task, command: Command) -> Answer:
    """Say that a section is deleted on the document's page: no tool removes a heading."""
    item = await document_meant(task, command.slots["document"])
    raise InvalidInput(f"I can't delete a section. Open {bold(item.title)} and delete it there.")


@handles("document.rework")
async def rework(task: Task, command: Command) -> Answer:
    """Say that a text can't be rewritten without a model."""
    item = await resolve_one(task, command.slots["document"])
    if item.kind != "document":
        raise NoSuchTarget(
            f"What should change about {bold(item.title)}? For example its due date or its state."
        )
    raise InvalidInput(_REWORK.format(bold(item.title)))


@handles("document.read")
async def read(task: Task, command: Command) -> Answer:
    """Show a document, or one of its sections."""
    item = await document_meant(task, command.slots["document"])
    return await text_of_document(task, item, command.slots.get("heading", ""))


async def text_of_document(task: Task, item: Item, section: str = "") -> Answer:
    """Return a document's text, with its name above it."""
    task.run.touched[:] = [item.kept]
    given = await task.call("read", ref=str(item.id), **({"part": section} if section else {}))
    text = str(given.get("text", ""))
    cut = f"{text[:_SHOWN]}…" if len(text) > _SHOWN else text
    return Answer(f"{bold(item.title)}\n\n{cut if text != '(empty)' else 'It’s empty.'}")


@handles("document.summarize")
async def summarize(task: Task, command: Command) -> Answer:
    """Summarise documents, each by its own key sentences."""
    items = await resolve_all(task, command.slots["document"])
    if any(one.kind != "document" for one in items):
        raise NoSuchTarget("I can summarize documents.")
    told, most = [], command.slots.get("number", MAIN)
    for number, one in enumerate(items, 1):
        given = await task.call("read", ref=str(one.id))
        main = main_sentences(str(given.get("text", "")), most)
        points = "\n".join(f"- {sentence}" for sentence in main) or "It’s empty."
        told.append(f"{bold(one.title)} in its own sentences [{number}]\n\n{points}")
    task.run.touched[:] = [one.kept for one in items]
    return Answer("\n\n".join(told))


@handles("document.tree")
async def tree(task: Task, command: Command) -> Answer:
    """List a project's documents in tree order."""
    home = await project_for(task, command.slots.get("project", ""))
    items = await in_database(load_items, task.pack.access, DOCUMENT, home.id)
    if not items:
        return Answer(f"There are no documents in {bold(home.title)}.")
    lines = "\n".join(f"{number}. {bold(one.title)}" for number, one in enumerate(items, 1))
    return Answer(f"The documents in {bold(home.title)}:\n\n{lines}", tuple(one.kept for one in items))


@handles("thing.move")
async def move(task: Task, command: Command) -> Answer:
    """Move a document below another, or to a position among its siblings."""
    slots = command.slots
    item = await resolve_one(task, slots["thing"])
    if item.kind != "document":
        raise NoSuchTarget(f"Only documents have a place. {bold(item.title)} is a {item.kind}.")
    if "before" in slots or "after" in slots:
        raise InvalidInput(
            "I can move a document below another, or first or last. Drag it on the page for more."
        )
    place = slots.get("place", "")
    parent = (
        await resolve_one(task, slots["parent"], "parent", kinds=DOCUMENT, within=item.home)
        if "parent" in slots and place != "top level"
        else None
    )
    operation: dict[str, Any] = {"op": "move", "ref": str(item.id), "kind": "document"}
    operation |= {"parent": str(parent.id)} if parent else {}
    operation |= {"position": 0} if place == "first" else {}
    given = await task.call("change", operations=[operation])
    if any(row.get("note") for row in given["done"]):
        return Answer(f"{bold(item.title)} is there already.")
    where = {"first": "to the top", "last": "to the end", "top level": "to the top level"}.get(place, "")
    below = f" {'of' if where else 'below'} {bold(parent.title)}" if parent else ""
    return Answer(f"Moved {bold(item.title)} {where}{below}.".replace("  ", " "))


@handles("thing.organize")
async def organize(task: Task, command: Command) -> Answer:
    """Say that sorting documents needs a model, and what works without one."""
    raise InvalidInput("Sorting documents by what they say needs a model. I can move them: “move A below B”.")


@handles("work.plan")
async def plan(task: Task, command: Command) -> Answer:
    """Say that a plan needs a model."""
    raise InvalidInput("Making a plan needs a model. Tell me the steps one by one and I'll do what I can.")
