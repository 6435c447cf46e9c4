"""Quotes a title that sounds like an order: 'phone the clients is due on Friday' asks for no call."""

from dataclasses import replace

from agents.context.pack import ContextPack
from agents.handlers.items import WORK, load_items
from intent.data_files import pattern
from intent.sentences.titles import normalise
from omniforge.storage.database import in_database

_TOLD = pattern("verb_titles", "told")


async def quote_title(pack: ContextPack) -> ContextPack:
    """Return the turn with the title in quotes, if its message tells of the one thing that is called so."""
    told = _TOLD.match(pack.message.strip())
    title = await in_database(_title, pack, told["title"]) if told and not pack.agent else ""
    return replace(pack, message=f"{told['lead']}“{title}”{told['rest']}") if told and title else pack


def _title(pack: ContextPack, opening: str) -> str:
    """Return the only title with exactly these first words, empty if there is none, or several."""
    items = load_items(pack.access, WORK, pack.focus.project_id)
    words = f"{normalise(opening)} "
    found = {one.title for one in items if f"{normalise(one.title)} ".startswith(words)}
    return found.pop() if len(found) == 1 else ""
