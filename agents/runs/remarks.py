"""Remarks and facts beside an order. Those that speak of other work may be orders that nobody understood."""

from collections.abc import Sequence

from agents.handlers.events.appointments import known_events
from agents.handlers.items import WORK, load_items
from agents.handlers.references.loose_names import find_named
from agents.handlers.task import Task
from agents.tools.run_context import RunContext
from intent.commands import Command, Reference
from intent.sentences.titles import significant_words
from intent.statements.told_when import only_points, thing_told_when
from omniforge.storage.database import in_database

_BUT = ("but ", "only ", "though ", "except ")


async def of_other_work(run: RunContext, remarks: Sequence[str]) -> list[str]:
    """Return the remarks that name open work on which this turn did nothing."""
    if not remarks:
        return []
    done = {one.id for one in run.touched}
    items = await in_database(load_items, run.pack.access, WORK, run.pack.focus.project_id)
    others = [one for one in items if one.is_open and str(one.id) not in done]
    return [one for one in remarks if find_named(one, others)]


async def changes_told(task: Task, parts: Sequence[str]) -> list[str]:
    """Return the parts that tell no fact, but when something in the calendar or the work is to be now.

    Also those about what was just listed, 'all four are for Ben'.
    """
    told = {one: significant_words(thing_told_when(one, task.today)) for one in parts}
    titles = await _titles(task) if any(told.values()) else []
    named = [one for one, words in told.items() if words and any(words <= title for title in titles)]
    return [one for one in parts if one in named or only_points(one)]


async def _titles(task: Task) -> list[frozenset[str]]:
    """Return the significant words of each coming event and open piece of work."""
    events = await known_events(task)
    items = await in_database(load_items, task.pack.access, WORK)
    titles = [*(one.title for one in events), *(one.title for one in items if one.is_open)]
    return [significant_words(one) for one in titles]


def is_qualified(command: Command, message: str) -> bool:
    """Return whether a report goes on with what it lacks: 'Tom booked one clerk, but we need two'."""
    behind = message[command.span[1] :].lstrip(" ,;–-").casefold()
    return "deed" in command.slots and behind.startswith(_BUT)


def excepted(previous: Command, text: str) -> str:
    """Return the words for the one thing that an order leaves out at the end of a text, empty if none."""
    limits = (one for slot in previous.slots.values() for one in getattr(slot, "conditions", ()))
    left = [one.value.words for one in limits if one.negated and isinstance(one.value, Reference)]
    is_last = len(left) == 1 and text.rpartition(left[0])[2].strip(" ,;–-") in ("", "and")
    return left[0] if is_last else ""
