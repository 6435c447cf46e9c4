"""Finds what lies in the trash by what people call it."""

from agents.context.kept import KeptThing
from agents.handlers.items import IN_PROJECTS, PROJECT, load_items
from agents.handlers.task import NoSuchTarget, Question, Task
from agents.handlers.wording import bold
from agents.tools.changing.trash import deleted_things
from agents.tools.named_things import Ref
from intent.commands import Reference
from intent.commands.choosing import chosen
from intent.sentences.naming import folded, is_named_in
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_OFFERED = 6


async def deleted_one(task: Task, reference: Reference) -> KeptThing:
    """Return the deleted thing that is meant. Raises Question if several fit, NoSuchTarget if none does."""
    if not reference.name:
        raise NoSuchTarget("Which one should I restore? Say its name.")
    found = await in_database(_deleted, task, reference)
    if not found:
        raise NoSuchTarget(await in_database(_why_not, task, reference))
    one = found[0] if len(found) == 1 else _asked(task, found)
    return KeptThing(one.kind, str(one.id), one.title)


def _deleted(task: Task, reference: Reference) -> list[Ref]:
    """Return what is called so, else what has all of these words in its title, the one deleted last first."""
    known = (*IN_PROJECTS, PROJECT)
    gone = [one for one in deleted_things(task.pack.access, None) if one.kind in known]
    same = [one for one in gone if folded(one.title) in (folded(reference.full), folded(reference.name))]
    fits = [one for one in gone if is_named_in(reference.name, one.title)]
    return [one for one in same or fits if reference.kind in (one.kind, "", "thing")]


def _why_not(task: Task, reference: Reference) -> str:
    items = load_items(task.pack.access, (*IN_PROJECTS, PROJECT))
    there = [one for one in items if is_named_in(reference.name, one.title)]
    if there:
        return f"{bold(there[0].title)} isn't deleted, so there's nothing to bring back."
    return f"There's nothing called “{plain(reference.name)}” in the trash. Nothing was changed."


def _asked(task: Task, found: list[Ref]) -> Ref:
    """Return the one that was answered. Raises Question."""
    offered = found[:_OFFERED]
    answer = task.answer_to("deleted")
    place = chosen(answer, [one.title for one in offered]) if answer else None
    if place is not None:
        return offered[place]
    raise Question(
        "deleted",
        "Several deleted things fit. Which one shall I bring back?",
        [(one.title, one.kind) for one in offered],
    )
