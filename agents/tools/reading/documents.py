"""A document: a part of its text, with its headings, its place and its links."""

from agents.events import Source
from agents.tools.context import CallContext
from agents.tools.named_things import Ref
from agents.tools.reading.part import Part, Reading
from agents.tools.rows import in_short, links_of_many, without_nothing
from agents.tools.texts import Texts
from agents.tools.workspace.headings import sections_of
from agents.tools.workspace.paths import path_of
from agents.tools.workspace.sections import section_named, text_of
from omniforge.files.reading.excerpt import excerpt_of_text
from omniforge.projects.selectors import get_document
from omniforge.storage.database import in_database

_HEADINGS = 80


async def read_document(ref: Ref, part: Part, context: CallContext) -> Reading:
    """Return a part of about 11,000 characters, or one section. Raises ToolFailed for a section not there."""
    return await in_database(_read, ref, part, context)


def _read(ref: Ref, part: Part, context: CallContext) -> Reading:
    document = get_document(context.access, ref.id)
    content = document.content
    headings = [f"{'#' * one.heading.level} {one.heading.title}" for one in sections_of(content)]
    if part.name:
        content = text_of(content, section_named(content, part.name))
    excerpt = excerpt_of_text(content, part.start)
    links = links_of_many(context.access, [document.pk])
    fields = without_nothing(
        {
            "path": path_of(document.project, document.pk),
            "project": document.project.name,
            "description": document.description,
            "updated": document.updated_at.astimezone(context.now.tzinfo).isoformat(timespec="minutes"),
            "headings": headings[:_HEADINGS] if len(headings) > 1 else [],
            "links": links.get(document.pk, []),
            "text": excerpt.text or "(empty)",
            "parts": excerpt.total if excerpt.total and excerpt.total > 1 else None,
            "next_start": excerpt.next_start,
        }
    )
    page = f"/projects/{document.project_id}/documents/{document.pk}/"
    source = Source(document.title, page, in_short(excerpt.text or ""))
    return Reading("document", str(document.pk), document.title, fields, source, Texts([document.pk]))
