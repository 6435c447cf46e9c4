"""Which documents a message may be about: the words, by their stems, of titles and descriptions."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from uuid import UUID

from omniforge.projects.bundle import Bundle, once_per_bundle
from omniforge.projects.search.words import stems

_MOST = 8


def likely_documents(message: str, bundle: Bundle) -> tuple[UUID, ...]:
    """Return the ids of the documents that share most words with a message, the best first."""
    told_by = _documents_by_word(bundle)
    shared = Counter(one for word in set(stems(message)) for one in told_by.get(word, ()))
    return tuple(one for one, _ in shared.most_common(_MOST))


@once_per_bundle
def _documents_by_word(bundle: Bundle) -> Mapping[str, list[UUID]]:
    """Return which documents have a word in their title or description."""
    documents: dict[str, list[UUID]] = defaultdict(list)
    for one, title in bundle.titles.items():
        for word in set(stems(f"{title.title} {title.description}")):
            documents[word].append(one)
    return documents
