"""Changes passages of documents: words, a sentence, a figure, a section, or the whole text."""

from agents.handlers.documents.text_parts import sentences
from agents.handlers.items import Item
from agents.handlers.lines import bold
from agents.handlers.references.targets import resolve_one
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from intent.commands import Command, Reference
from intent.commands.readers.numbers.figure_changes import FigureChange
from intent.sentences.titles import is_named_in
from omniforge.errors import InvalidInput
from omniforge.projects.selectors import get_document
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

DOCUMENT = ("document",)


async def document_meant(task: Task, reference: Reference) -> Item:
    """Return the one document that is meant. Raises Question, and NoSuchTarget if it's none."""
    item = await resolve_one(task, reference, kinds=DOCUMENT)
    if item.kind != "document":
        raise NoSuchTarget(f"{bold(item.title)} is a {item.kind}. I can read and write documents.")
    return item


@handles("document.replace")
async def replace_text(task: Task, command: Command) -> Answer:
    """Replace a text: a passage, a section, or the whole document."""
    slots = command.slots
    item = await document_meant(task, slots["document"])
    if "figures" in slots or "old" in slots:
        return await _change_figure(
            task, item, slots.get("figures") or FigureChange(slots["old"], slots["new"])
        )
    if "about" in slots:
        return await _change_sentence(task, item, slots["about"], slots["content"].strip())
    if "find" in slots:
        return await _replace_words(task, item, slots["find"], slots["content"])
    section = {"section": slots["heading"]} if "heading" in slots else {}
    await task.call("edit_document", ref=str(item.id), content=slots["content"], **section)
    what = f"{bold(slots['heading'])} in " if section else ""
    return Answer(f"Replaced the text of {what}{bold(item.title)}.")


async def _replace_words(task: Task, item: Item, before: str, after: str) -> Answer:
    """Replace words that occur exactly once. Raises InvalidInput."""
    await _text_with(task, item, before)
    await task.call("edit_document", ref=str(item.id), edits=[{"find": before, "replace": after}])
    return Answer(f"Replaced “{plain(before)}” in {bold(item.title)}.")


async def _text_with(task: Task, item: Item, words: str) -> str:
    """Return a document's text, in which some words occur exactly once. Raises InvalidInput."""
    text = await _text_of(task, item)
    if text.count(words) != 1:
        found = "several times" if words in text else "nowhere"
        raise InvalidInput(f"“{plain(words)}” is {found} in {bold(item.title)}, so I've changed nothing.")
    return text


async def _text_of(task: Task, item: Item) -> str:
    document = await in_database(get_document, task.pack.access, item.id)
    return str(document.content)


@handles("document.remove")
async def remove_passage(task: Task, command: Command) -> Answer:
    """Remove a sentence by its place or a word of it, or quoted words. Raises InvalidInput."""
    slots = command.slots
    item = await document_meant(task, slots["document"])
    passage = slots.get("find") or await _passage(task, item, slots.get("place", 0), slots.get("about", ""))
    text = await _text_with(task, item, passage)
    spaced = next((one for one in (f" {passage}", f"{passage} ") if one in text), passage)
    await task.call("edit_document", ref=str(item.id), edits=[{"find": spaced, "replace": ""}])
    return Answer(f"Removed from {bold(item.title)}: “{plain(passage)}”")


async def _passage(task: Task, item: Item, place: int, about: str) -> str:
    """Return the sentence at a place, which counts from 1 or from the end, or the one about something."""
    said = sentences(await _text_of(task, item))
    found = [one for one in said if is_named_in(about, one)] if about else said
    at = place - 1 if place > 0 else place
    if (about and len(found) != 1) or not -len(found) <= at < len(found):
        raise InvalidInput(f"I can't tell which sentence of {bold(item.title)} that is. Nothing was removed.")
    return found[at]


async def _change_sentence(task: Task, item: Item, about: str, after: str) -> Answer:
    """Replace the one sentence that has some words. Raises InvalidInput."""
    text = await _text_of(task, item)
    found = [one for one in sentences(text) if is_named_in(about, one) and text.count(one) == 1]
    if len(found) != 1:
        many = "in several sentences" if found else "in no sentence"
        raise InvalidInput(f"“{plain(about)}” is {many} of {bold(item.title)}, so I've changed nothing.")
    await task.call("edit_document", ref=str(item.id), edits=[{"find": found[0], "replace": after}])
    return Answer(f"{bold(item.title)} now says: “{plain(after)}”")


async def _change_figure(task: Task, item: Item, change: FigureChange) -> Answer:
    """Replace a figure that occurs exactly once. Raises InvalidInput."""
    text = await _text_of(task, item)
    lines = change.lines(text)
    if len(lines) != 1 or text.count(lines[0]) != 1:
        where = f"{bold(item.title)} says {plain(change.old)}"
        found = (
            f"{where} in several places" if lines else f"{bold(item.title)} doesn't say {plain(change.old)}"
        )
        raise InvalidInput(f"{found}, so I've changed nothing. Tell me the sentence as it should be.")
    after = change.put_into(lines[0])
    edit = {"find": lines[0], "replace": after}
    await task.call("edit_document", ref=str(item.id), edits=[edit])
    return Answer(f"{bold(item.title)} now says: “{plain(after.strip('-*# '))}”")
