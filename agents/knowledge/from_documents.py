"""A question answered from the documents without a model."""

from dataclasses import dataclass
from uuid import UUID

from agents.events import Source
from agents.knowledge.looking import Where, look
from agents.knowledge.nearest import nearest
from agents.knowledge.quoting import quote
from omniforge.llm import Models
from omniforge.tenants.access import Access


@dataclass(frozen=True, slots=True)
class DocumentAnswer:
    """What the documents say: their own sentences, cited as [1], each source with its section.

    Without `is_found`, `text` says so honestly, with the sentences or documents that come closest: `near` are
    the sentences, `closest` the documents. `score` is of 100. If it `is_empty`, there is a place for it with
    nothing in it.
    """

    text: str
    is_found: bool
    score: int
    sources: tuple[Source, ...] = ()
    closest: tuple[str, ...] = ()
    is_empty: bool = False
    near: str = ""


async def answer_from_documents(
    access: Access, question: str, *, models: Models, project_id: UUID | None = None, before: str = ""
) -> DocumentAnswer:
    """Return what the documents of a project, or of all, say to a question. Nothing is written.

    `before` is what was asked before it, which it may lean on.
    """
    looked = await look(Where(access, models, project_id), question, before=before)
    quoted = quote(looked)
    found, empty = bool(quoted.sources), bool(looked.empty)
    near = "" if found else nearest(looked.parts)
    return DocumentAnswer(quoted.text, found, looked.score, quoted.sources, looked.closest, empty, near)
