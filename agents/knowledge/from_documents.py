"""Answers a question from the documents without a model."""

from dataclasses import dataclass
from uuid import UUID

from agents.events import Source
from agents.knowledge.nearest import find_nearest, place_of
from agents.knowledge.quotes import Quoted, not_found, quote, source_of
from agents.knowledge.search import Where, find_evidence
from agents.knowledge.table_rows import RowsAnswer, answer_from_rows, is_part
from omniforge.llm import Models
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
    return DocumentAnswer(quoted.text, found, looked.score, quoted.sources, looked.closest, empty, near)


def _of_rows(found: RowsAnswer) -> DocumentAnswer:
    """Return the result from a table's rows, with its location."""
    text = f"{found.text} [1]\n\n[1] {place_of(found.hit)}"
    return DocumentAnswer(text, True, _SURE, (source_of(found.hit),))
