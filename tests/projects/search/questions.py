"""Questions on a handbook that never changes, each with the section that answers it."""

import json
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

from omniforge.projects.search import Meaning, passages_for
from omniforge.projects.search.meaning import WORDS_ALONE
from omniforge.projects.services import DocumentService
from omniforge.tenants.access import Access

Write = Callable[[str], str]
MeaningOf = Callable[[str], Meaning]
DOCUMENTS = Path(__file__).with_name("handbook")
QUESTIONS = [
    json.loads(line) for line in Path(__file__).with_name("questions.jsonl").read_text().splitlines()
]


def store_documents(access: Access, project_id: UUID) -> None:
    """Put the handbook that the questions are on into a project."""
    for path in sorted(DOCUMENTS.glob("*.md")):
        DocumentService(access).create(project_id, title=path.stem, content=path.read_text())


def as_written(question: str) -> str:
    return question


def misspelt(question: str) -> str:
    """Return the question without the fourth letter of its longer words."""
    return " ".join(word if len(word) < 5 else word[:3] + word[4:] for word in question.split())


def recalls(
    access: Access, write: Write = as_written, meaning_of: MeaningOf = lambda query: WORDS_ALONE
) -> dict[int, float]:
    """Return the share of questions whose section is among the first 3, and the first 10, passages."""
    places = [_place(access, one, write(one["question"]), meaning_of) for one in QUESTIONS]
    return {most: sum(place < most for place in places) / len(places) for most in (3, 10)}


def _place(access: Access, one: dict[str, str], query: str, meaning_of: MeaningOf) -> int:
    """Return the rank of the section's passage, from 0; 99 if it is not among the first ten."""
    hits = passages_for(access, query, limit=10, meaning=meaning_of(query))
    right = (one["document"], one["heading"])
    return next((place for place, hit in enumerate(hits) if (hit.title, hit.heading) == right), 99)
