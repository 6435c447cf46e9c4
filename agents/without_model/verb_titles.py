"""Quotes a title that sounds like an order: 'phone the clients is due on Friday' asks for no call."""

from dataclasses import replace

from agents.context.pack import ContextPack
from agents.handlers.items import WORK, load_items
from intent.data_files import pattern
from intent.sentences.titles import normalise
from intent.text import find_name
from omniforge.storage.database import in_database

_JOINT, _QUOTES = " to ", "\"'“‘"
_TOLD = pattern("verb_titles", "told")


async def quote_title(pack: ContextPack) -> ContextPack:
    """Return the turn with the title in quotes, if its message tells of the one thing that is called so."""
    told = _TOLD.match(pack.message.strip())
    title = await in_database(_title, pack, told["title"]) if told and not pack.agent else ""
    if told and title:
        return replace(pack, message=f"{told['lead']}“{title}”{told['rest']}")
    if pack.message.count(_JOINT) > 1 and not pack.agent:
        return replace(pack, message=await in_database(_with_joint_quoted, pack))
    return pack


def _with_joint_quoted(pack: ContextPack) -> str:
    """Return a message with the one title in quotes that has a 'to': 'move Reply to Bo to Barn'."""
    items = load_items(pack.access, WORK, pack.focus.project_id)
    found = {find_name(one.title, pack.message) for one in items if _JOINT in one.title} - {None}
    start, end = found.pop() or (0, 0) if len(found) == 1 else (0, 0)
    quoted = start and pack.message[start - 1] in _QUOTES
    said = pack.message
    return f"{said[:start]}“{said[start:end]}”{said[end:]}" if end and not quoted else said


def _title(pack: ContextPack, opening: str) -> str:
    """Return the only title with exactly these first words, empty if there is none, or several."""
    items = load_items(pack.access, WORK, pack.focus.project_id)
    words = f"{normalise(opening)} "
    found = {one.title for one in items if f"{normalise(one.title)} ".startswith(words)}
    return found.pop() if len(found) == 1 else ""
