"""A large workspace to measure: documents with the word frequencies of a natural language."""

import random
from collections.abc import Iterator
from itertools import accumulate

from omniforge.projects.models import Document, Project
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership, Role, Tenant, User

PROJECTS = 100
_VOCABULARY = 60_000
_SECTIONS = 10  # per document
_WORDS = 120  # per section, which is one passage
_BATCH = 200  # documents


class Words:
    """Made-up words, the n-th with 1/n of the first one's frequency (Zipf)."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.all = [self._made() for _ in range(_VOCABULARY)]
        self._weights = list(accumulate(1 / (rank + 2) for rank in range(_VOCABULARY)))

    def some(self, count: int) -> list[str]:
        """Return random words by frequency."""
        return self._random.choices(self.all, cum_weights=self._weights, k=count)

    def ranked(self, first: int, last: int, count: int) -> list[str]:
        """Return words of these ranks. Rank 0 is the most frequent."""
        return self._random.sample(self.all[first:last], count)

    def _made(self) -> str:
        return "".join(self._random.choices("bdfgklmnprstvz", k=4)) + self._random.choice(
            ("a", "o", "um", "ika")
        )


def make_workspace(words: Words, passages: int) -> tuple[Access, list[Project]]:
    """Store a tenant whose documents have `passages` passages, not yet indexed."""
    tenant = Tenant.objects.create(slug="bench", name="Bench")
    owner = User.objects.create_user("owner@example.org", None)
    Membership.objects.create(tenant=tenant, user=owner, role=Role.OWNER)
    projects = Project.objects.bulk_create(Project(tenant=tenant, name=f"P{n}") for n in range(PROJECTS))
    documents = (_document(words, projects[number % PROJECTS]) for number in range(passages // _SECTIONS))
    for batch in _batches(documents):
        Document.objects.bulk_create(batch)
    return Access(tenant.pk, owner.pk, Role.OWNER), projects


def _document(words: Words, project: Project) -> Document:
    sections = (f"## {' '.join(words.some(3))}\n\n{' '.join(words.some(_WORDS))}." for _ in range(_SECTIONS))
    title = " ".join(words.some(3))
    return Document(tenant_id=project.tenant_id, project=project, title=title, content="\n\n".join(sections))


def _batches(documents: Iterator[Document]) -> Iterator[list[Document]]:
    batch: list[Document] = []
    for document in documents:
        batch.append(document)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    yield batch
