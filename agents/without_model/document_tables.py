"""Uses the table of a document that a message names as the one at hand: 'Price list as a CSV file'."""

from collections.abc import Sequence
from dataclasses import replace

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.context.stored import TableAtHand
from agents.handlers.items import Item, load_items
from intent.commands import read_commands
from intent.commands.tables.words import table_words
from intent.material import read_material
from intent.sentences.document_tables import about_this_table, asks_for_table, has_tables
from intent.text import find_name
from omniforge.storage.database import in_database


async def add_document_table(pack: ContextPack) -> ContextPack:
    """Return the turn with the table of the one document it names, if all of it is about that table."""
    if pack.dialogue.top or not asks_for_table(pack.message):
        return pack
    named = await in_database(_named, pack)
    if len(named) == 1 and has_tables(named[0].text):
        return pack  # it is unclear which of its tables is meant
    material = read_material(f"{named[0].text.strip()}\n") if len(named) == 1 else None
    if material is None or material.is_loose:
        return pack
    table = TableAtHand(table_words(material, pack.now.date()), named[0].title, material.units)
    wordings = (
        replace(pack, table=table, message=one) for one in about_this_table(pack.message, named[0].title)
    )
    return next((one for one in wordings if _is_of_table(one)), pack)


def _named(pack: ContextPack) -> Sequence[Item]:
    """Return the documents that a message names verbatim, longer titles win."""
    titles = load_items(pack.access, ("document",), pack.focus.project_id)
    found = [one for one in titles if find_name(one.title, pack.message)]
    longest = max((len(one.title) for one in found), default=0)
    ids = {one.id for one in found if len(one.title) == longest}
    texts = load_items(pack.access, ("document",), pack.focus.project_id, texts=True) if ids else []
    return [one for one in texts if one.id in ids]


def _is_of_table(pack: ContextPack) -> bool:
    reading = read_commands(pack.message, situation_of(pack))
    return reading.is_whole and all(one.name.startswith("table.") for one in reading.commands)
