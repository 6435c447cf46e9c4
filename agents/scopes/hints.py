"""Which documents a message may be about: the words that it shares with their titles and descriptions."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from uuid import UUID

from omniforge.projects.bundle import Bundle, once_per_bundle

_WORD = re.compile(r"\w{4,}")
_MOST = 8


def likely_documents(message: str, bundle: Bundle) -> tuple[UUID, ...]:
    """Return the ids of the documents that share most words with a message, the best first."""
    told_by = _documents_by_word(bundle)
    shared = Counter(one for word in set(_WORD.findall(message.lower())) for one in told_by.get(word, ()))
    return tuple(one for one, _ in shared.most_common(_MOST))


@once_per_bundle
def _documents_by_word(bundle: Bundle) -> Mapping[str, list[UUID]]:
    """Return which documents have a word in their title or description."""
    documents: dict[str, list[UUID]] = defaultdict(list)
    for one, title in bundle.titles.items():
        for word in set(_WORD.findall(f"{title.title} {title.description}".lower())):
            documents[word].append(one)
    return documents
