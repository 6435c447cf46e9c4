"""Answers a question from the documents without a model."""

from dataclasses import dataclass
from uuid import UUID

from agents.events import Source
from agents.knowledge.excerpts import place_of
from agents.knowledge.nearest import find_nearest
from agents.knowledge.quotes import Quoted, not_found, quote, source_of
from agents.knowledge.search import Where, find_evidence
from agents.knowledge.table_rows import RowsAnswer, answer_from_rows, is_part
from agents.tools.counts import counted
from omniforge.llm import Models
from omniforge.projects.search import count_unread
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

_SURE = 100


@dataclass(frozen=True, slots=True)
class DocumentAnswer:
    """The documents' own sentences, cited as [1], each source with its section.

    Unless `is_found`, `text` says that there is no answer. `near` are the closest sentences, `closest` the
    closest documents. `score` is of 100. `is_empty` means that there is a place for the answer, but nothing
    in it.
    """

    text: str
    is_found: bool
    score: int
    sources: tuple[Source, ...] = ()
    closest: tuple[str, ...] = ()
    is_empty: bool = False
    near: tuple[str, ...] = ()
    unread: str = ""  # says how many documents are still being read


async def answer_from_documents(
    access: Access, question: str, *, models: Models, project_id: UUID | None = None, before: str = ""
) -> DocumentAnswer:
    """Return the answer of a project's documents, or of all, to a question. Writes nothing.

    `before` is the previous question, which this one may follow up on.
    """
    looked = await find_evidence(Where(access, models, project_id), question, before=before)
    if reckoned := answer_from_rows(looked):
        return _of_rows(reckoned)
    quoted = quote(looked)
    if is_part(looked, quoted.said):
        quoted = Quoted(not_found(looked))
    found, empty = bool(quoted.sources), bool(looked.empty)
    near = () if found else find_nearest(looked.parts).told
    unread = "" if found else await in_database(_tell_unread, models, access, project_id)
    text = "\n\n".join(filter(None, (quoted.text, unread)))
    return DocumentAnswer(text, found, looked.score, quoted.sources, looked.closest, empty, near, unread)


def _tell_unread(models: Models, access: Access, project_id: UUID | None) -> str:
    """Say how many documents may answer better in a moment, empty if all are read."""
    unread = count_unread(models, access, project_id)
    said = f"{counted(unread, 'document')} {'is' if unread == 1 else 'are'} still being read"
    return f"{said}: ask again in a moment." if unread else ""


def _of_rows(found: RowsAnswer) -> DocumentAnswer:
    """Return the result from a table's rows, with its location."""
    text = f"{found.text} [1]\n\n[1] {place_of(found.hit)}"
    return DocumentAnswer(text, True, _SURE, (source_of(found.hit),))
