"""Which hits are worth telling: a search by meaning always finds something, however far from the query."""

from collections.abc import Iterable, Sequence

from omniforge.projects.search import Hit, Meaning, is_local

_OF_BEST = 0.6  # of the closeness of the best hit
_LEAST = 0.25  # closeness of the local model, whose unrelated texts lie near 0, beside hits with the words
LOOSE = "Nothing has these words: what was found is only loosely related, if at all."


def least_of(hits: Sequence[Hit], meaning: Meaning) -> float:
    """Return how close a hit without any word of the query has to be, so that it is worth telling."""
    least = _OF_BEST * max((hit.closeness for hit in hits), default=0.0)
    worded = any(hit.has_words for hit in hits)
    return max(least, _LEAST) if worded and is_local(meaning.model) else least


def telling(hits: Iterable[Hit], least: float) -> list[Hit]:
    """Return the hits that have a word of the query, or are this close to it."""
    return [hit for hit in hits if hit.has_words or hit.closeness >= least]
