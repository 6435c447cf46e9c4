"""Deletes things, and restores deleted ones."""

from collections.abc import Sequence

from agents.context.stored import KeptThing
from agents.handlers.items import IN_PROJECTS, PROJECT, Item, load_items, shared_titles
from agents.handlers.lines import bold, format_items, format_names
from agents.handlers.references.targets import resolve_all
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Question, Task
from agents.tools.changing.trash import list_deleted
from agents.tools.named_things import Ref
from intent.commands import Command, Reference
from intent.commands.choices import chosen_index
from intent.data_files import pattern
from intent.sentences.titles import find_by_title, normalise, significant_words
from omniforge.errors import InvalidInput
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_OFFERED = 6
_PART = pattern("deletions", "part")
_OF_PART = "I'm not sure what to delete, so nothing was deleted. Say its name, or quote the words."
_LEFT = "OK, I leave it as it is."


@handles("thing.delete")
async def delete(task: Task, command: Command) -> Answer:
    """Move things to the trash. Raises InvalidInput if 'it' is a part of one."""
    if command.slots["thing"].is_pronoun and _PART.search(task.pack.message[: task.start]):
        raise InvalidInput(_OF_PART)
    return await delete_items(task, await resolve_all(task, command.slots["thing"], exactly=True))


@handles("thing.off")
async def delete_what_is_off(task: Task, command: Command) -> Answer:
    """Delete an open task that is told to be off, after a yes."""
    said = significant_words(command.slots["thing"].name)
    named = [
        one for one in await in_database(_open_tasks, task) if said and said <= significant_words(one.title)
    ]
    if len(named) != 1:
        raise NoSuchTarget
    if not task.confirm(f"Shall I delete the task {bold(named[0].title)}?"):
        return Answer(_LEFT)
    return await delete_items(task, named)


def _open_tasks(task: Task) -> list[Item]:
    items = load_items(task.pack.access, ("task",), task.pack.focus.project_id)
    return [one for one in items if one.is_open]


async def delete_items(task: Task, items: Sequence[Item]) -> Answer:
    """Move these things to the trash."""
    if any(one.kind == PROJECT for one in items):
        raise InvalidInput("Delete a project on its own page, with everything in it. Nothing was deleted.")
    named = format_items(items, await in_database(shared_titles, task.pack.access, items))
    operations = [{"op": "delete", "ref": str(one.id), "kind": one.kind} for one in items]
    await task.call("change", operations=operations)
    kind = f"the {items[0].kind} " if len(items) == 1 else ""
    return Answer(f"Deleted {kind}{named}. Say “undo” to get it back.")


@handles("thing.restore")
async def restore(task: Task, command: Command) -> Answer:
    """Restore a thing from the trash, by name."""
    gone = await deleted_one(task, command.slots["thing"])
    operation = {"op": "restore", "ref": gone.id, "kind": gone.kind}
    given = await task.call("change", operations=[operation])
    return Answer(f"Restored {format_names([row['title'] for row in given['done']])}.")


async def deleted_one(task: Task, reference: Reference) -> KeptThing:
    """Return the deleted thing that is meant. Raises Question if several match, NoSuchTarget if none does."""
    if not reference.name:
        raise NoSuchTarget("Which one should I restore? Say its name.")
    found = await in_database(_deleted, task, reference)
    if not found:
        raise NoSuchTarget(await in_database(_why_not, task, reference))
    one = found[0] if len(found) == 1 else _asked(task, found)
    return KeptThing(one.kind, str(one.id), one.title)


def _deleted(task: Task, reference: Reference) -> list[Ref]:
    """Return deleted things of this title, else those with all its words, most recently deleted first."""
    known = (*IN_PROJECTS, PROJECT)
    gone = [one for one in list_deleted(task.pack.access, None) if one.kind in known]
    same = [one for one in gone if normalise(one.title) == normalise(reference.full)]
    fits = same or find_by_title(reference.name, gone)
    return [one for one in fits if reference.kind in (one.kind, "", "thing")]


def _why_not(task: Task, reference: Reference) -> str:
    if there := find_by_title(reference.name, load_items(task.pack.access, (*IN_PROJECTS, PROJECT))):
        return f"{bold(there[0].title)} isn't deleted, so there's nothing to bring back."
    return f"There's nothing called “{plain(reference.name)}” in the trash. Nothing was changed."


def _asked(task: Task, found: list[Ref]) -> Ref:
    """Return the one that the person chose. Raises Question."""
    offered = found[:_OFFERED]
    answer, choices = task.answer_to("deleted"), [(one.title, one.kind) for one in offered]
    place = chosen_index(answer, choices) if answer else None
    if place is not None:
        return offered[place]
    raise Question("deleted", "Several deleted things fit. Which one shall I bring back?", choices)
