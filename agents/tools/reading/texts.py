"""Texts, read one part at a time: documents, files, results of earlier calls, earlier conversations."""

import asyncio
from dataclasses import asdict

from agents.events import Source
from agents.failures import ToolFailed
from agents.tools.context import CallContext
from agents.tools.named_things import Ref
from agents.tools.reading.part import Part, Reading
from agents.tools.rows import drop_empty, fit_rows, links_of_many, local, shorten
from agents.tools.stored_results import load_table
from agents.tools.texts import Texts
from agents.tools.workspace.headings import outline_of
from agents.tools.workspace.paths import path_of
from agents.tools.workspace.sections import section_named, text_of
from omniforge.files.cards import link_to
from omniforge.files.models import StoredFile
from omniforge.files.reading.client import read_excerpt
from omniforge.files.reading.excerpt import excerpt_of_rows, excerpt_of_text
from omniforge.files.selectors import content_of, get_file
from omniforge.files.types import type_of
from omniforge.projects.selectors import get_document
from omniforge.storage.database import in_database
from omniforge.storage.ids import as_id

_HEADINGS = 80
_MESSAGES = 30  # in one part


async def read_file(ref: Ref, part: Part, context: CallContext) -> Reading:
    """Return part of a file: rows of a table, or text. Raises Unreadable."""
    file = await in_database(get_file, context.access, ref.id)
    content = await asyncio.to_thread(content_of, file)
    excerpt = await read_excerpt(
        type_of(file.name).kind, content, start=part.start, sheet=part.name, person=context.access.person
    )
    fields = {"shown": excerpt.words(), **drop_empty(asdict(excerpt))}
    fields.pop("unit", None)
    source = Source(file.name, link_to(file), excerpt.words())
    return Reading("file", str(file.pk), file.name, fields, source, _texts_of(file))


def _texts_of(file: StoredFile) -> Texts:
    """Return whose a file is: the person's, a delivery's, or that of the turn that wrote it."""
    turns = [file.turn_id] if file.turn_id else []
    return Texts(turns=turns, uploaded=not (file.written_by_agent and turns))


async def read_result(ref: str, part: Part, context: CallContext) -> Reading | None:
    """Return rows of an earlier call's result, or None if the id is no result's."""
    table = await in_database(load_table, context.access, ref)
    if table is None:
        return None
    excerpt = excerpt_of_rows([table.columns, *table.rows], part.start)
    fields = {"shown": excerpt.words(), **drop_empty(asdict(excerpt))}
    fields.pop("unit", None)
    return Reading("result", ref, table.title, fields)


async def read_document(ref: Ref, part: Part, context: CallContext) -> Reading:
    """Return a part of about 11,000 characters, or one section. Raises ToolFailed for a missing section."""
    return await in_database(_read, ref, part, context)


def _read(ref: Ref, part: Part, context: CallContext) -> Reading:
    document = get_document(context.access, ref.id)
    content = document.content
    if part.start == 1:  # later parts belong to the version that the first one was of
        context.seen[document.pk] = document.version
    headings = outline_of(content, _HEADINGS)
    if part.name:
        content = text_of(content, section_named(content, part.name))
    excerpt = excerpt_of_text(content, part.start)
    links = links_of_many(context.access, [document.pk])
    fields = drop_empty(
        {
            "path": path_of(document.project, document.pk),
            "project": document.project.name,
            "description": document.description,
            "updated": local(document.updated_at, context.now),
            "headings": headings if len(headings) > 1 else [],
            "links": links.get(document.pk, []),
            "text": excerpt.text or "(empty)",
            "parts": excerpt.total if excerpt.total and excerpt.total > 1 else None,
            "next_start": excerpt.next_start,
        }
    )
    page = f"/projects/{document.project_id}/documents/{document.pk}/"
    source = Source(document.title, page, shorten(excerpt.text or ""))
    return Reading("document", str(document.pk), document.title, fields, source, Texts([document.pk]))


async def read_conversation(ref: str, part: Part, context: CallContext) -> Reading:
    """Return messages of a conversation from the start. Raises ToolFailed if it doesn't exist."""
    conversation_id = as_id(ref)
    told = await context.read_past(conversation_id, part.start, _MESSAGES) if conversation_id else None
    if told is None or conversation_id is None:
        raise ToolFailed(
            f"There is nothing here called '{ref}'. Look for it with search; conversations are read by the "
            "id that a search in conversations gives."
        )
    zone = context.now.tzinfo
    said = [f"[{one.at.astimezone(zone):%d %b %Y %H:%M}] {one.said_by}: {one.text}" for one in told.messages]
    messages = fit_rows(said)
    following = part.start + len(messages)
    fields = {
        "messages": messages,
        "total": told.total,
        "next_start": following if messages and following <= told.total else None,
    }
    title = told.title or "An earlier conversation"
    shown = {name: value for name, value in fields.items() if value is not None}
    return Reading(
        "conversation",
        str(conversation_id),
        title,
        shown,
        Source(title, told.link),
        Texts(conversations=[conversation_id]),
    )
