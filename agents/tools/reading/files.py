"""A file of the person, a part at a time, and a result of an earlier call."""

import asyncio
from dataclasses import asdict

from agents.events import Source
from agents.tools.context import CallContext
from agents.tools.named_things import Ref
from agents.tools.reading.part import Part, Reading
from agents.tools.results_kept import kept_table
from agents.tools.rows import without_nothing
from agents.tools.texts import Texts
from omniforge.files.cards import link_to
from omniforge.files.models import StoredFile
from omniforge.files.reading.apart import read_excerpt
from omniforge.files.reading.excerpt import excerpt_of_rows
from omniforge.files.selectors import content_of, get_file
from omniforge.files.types import type_of
from omniforge.storage.database import in_database


async def read_file(ref: Ref, part: Part, context: CallContext) -> Reading:
    """Return an excerpt of a file: rows of a table, or text. Raises Unreadable."""
    file = await in_database(get_file, context.access, ref.id)
    content = await asyncio.to_thread(content_of, file)
    excerpt = await read_excerpt(
        type_of(file.name).kind, content, start=part.start, sheet=part.name, person=context.access.person
    )
    fields = {"shown": excerpt.words(), **without_nothing(asdict(excerpt))}
    fields.pop("unit", None)
    source = Source(file.name, link_to(file), excerpt.words())
    return Reading("file", str(file.pk), file.name, fields, source, _texts_of(file))


def _texts_of(file: StoredFile) -> Texts:
    """Return whose a file is: brought by its person or a delivery, or of the turn that wrote it."""
    turns = [file.turn_id] if file.turn_id else []
    return Texts(turns=turns, uploaded=not (file.written_by_agent and turns))


async def read_result(ref: str, part: Part, context: CallContext) -> Reading | None:
    """Return rows of what an earlier call gave; None where the id is of no result."""
    table = await in_database(kept_table, context.access, ref)
    if table is None:
        return None
    excerpt = excerpt_of_rows([table.columns, *table.rows], part.start)
    fields = {"shown": excerpt.words(), **without_nothing(asdict(excerpt))}
    fields.pop("unit", None)
    return Reading("result", ref, table.title, fields)
