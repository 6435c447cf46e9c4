"""Which words of a query no result has: an answer must not claim to have found them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from omniforge.projects.search import Hit, stems

_AROUND = "\"'“”„.,;:!?()"  # marks beside words
_MOST = 8


def note_missing(query: str, hits: Iterable[Hit], rows: Iterable[Any]) -> str:
    """Return a sentence with the significant words of a query that neither hits nor rows have, or empty."""
    texts = (f"{hit.title} {hit.heading} {hit.text}" for hit in hits)
    known = {stem for text in (*texts, *_texts_in(list(rows))) for stem in stems(text)}
    words = dict.fromkeys(word.strip(_AROUND) for word in query.split())
    missing = [word for word in words if (parts := stems(word)) and known.isdisjoint(parts)]
    return f"No result has the words: {', '.join(missing[:_MOST])}." if missing else ""


def has_words_of(query: str, rows: Iterable[Any]) -> bool:
    """Return whether any row has a significant word of a query."""
    asked = set(stems(query))
    return any(not asked.isdisjoint(stems(text)) for text in _texts_in(list(rows)))


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _texts_in(one)
