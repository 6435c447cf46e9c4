"""Takes the table of a document that a message names for the one at hand: 'Price list as a CSV file'."""

import re
from collections.abc import Sequence
from dataclasses import replace

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.context.tables import TableAtHand
from agents.handlers.items import Item, load_items
from intent.commands import read_commands
from intent.commands.table_words import table_words
from intent.data_files import any_of
from intent.material import read_material
from omniforge.storage.database import in_database

_ASKED = re.compile(rf"\b(?:{any_of('table_files', 'document', 'asked')})\b", re.IGNORECASE)
_IN = any_of("table_files", "document", "inside")
_TABLE = any_of("table_files", "document", "table")
_POINTS = "this table"
_RULED = re.compile(r"^\s*\|?\s*:?-{3,}", re.MULTILINE)  # the line below the header of a table


async def with_document_table(pack: ContextPack) -> ContextPack:
    """Return the turn with the table of the one document that it names, if all of it is about that table."""
    if pack.dialogue.top or not _ASKED.search(pack.message):
        return pack
    named = await in_database(_named, pack)
    if len(named) == 1 and len(_RULED.findall(named[0].text)) > 1:
        return pack  # which of its tables is meant, nobody can tell
    material = read_material(f"{named[0].text.strip()}\n") if len(named) == 1 else None
    if material is None or material.is_loose:
        return pack
    table = TableAtHand(table_words(material, pack.now.date()), named[0].title, material.units)
    wordings = (replace(pack, table=table, message=one) for one in _wordings(pack.message, named[0].title))
    return next((one for one in wordings if _is_of_table(one)), pack)


def _named(pack: ContextPack) -> Sequence[Item]:
    """Return the documents that a message names word for word; of two such the longer title."""
    said = pack.message.casefold()
    titles = load_items(pack.access, ("document",), pack.focus.project_id)
    found = [one for one in titles if re.search(rf"\b{re.escape(one.title.casefold())}\b", said)]
    longest = max((len(one.title) for one in found), default=0)
    ids = {one.id for one in found if len(one.title) == longest}
    texts = load_items(pack.access, ("document",), pack.focus.project_id, texts=True) if ids else []
    return [one for one in texts if one.id in ids]


def _wordings(message: str, title: str) -> Sequence[str]:
    """Return a message without the document's title, and with 'this table' in its place."""
    name = rf"(?:(?:{_TABLE}) (?:(?:{_IN}) )?)?(?:the )?[\"“„]?{re.escape(title)}[\"”“]?(?: (?:{_TABLE}))?"
    without = re.sub(rf"\s*\b(?:{_IN}) {name},?", "", message, flags=re.IGNORECASE).strip(" ,")
    pointing = re.sub(rf"(?:\bthe )?{name}", _POINTS, message, flags=re.IGNORECASE)
    return [one[:1].upper() + one[1:] for one in (without, pointing) if one != message]


def _is_of_table(pack: ContextPack) -> bool:
    reading = read_commands(pack.message, situation_of(pack))
    return reading.is_whole and all(one.name.startswith("table.") for one in reading.commands)
