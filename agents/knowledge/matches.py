"""How well a sentence matches a word of a question: itself, by its headings, by its neighbours."""

from collections.abc import Collection

from agents.knowledge.candidates import Candidate
from intent.questions.rates import gives_rate
from intent.questions.synonyms import synonyms_of
from intent.questions.values import holds_value
from intent.sentences.question_words import stems_listed

OWN = 0.9  # a match in the sentence itself
NAMED = 0.7  # a match in the sentence or above it, not only beside it
_MATCHES = ((1.0, "own"), (0.85, "above"), (0.6, "beside"))
_AS_SYNONYM = 0.9


def match(word: str, candidate: Candidate, asked: Collection[str] = ()) -> float:
    """Return how well a candidate matches a word, 0 to 1. Headings and synonyms count less.

    The other words `asked` for are no synonyms: the 'notice' of leave matches no 'notice to resign'.
    """
    if holds_value(word, candidate.text) or holds_rate(word, candidate):
        return 1.0
    others = synonyms_of(word) - stems_listed("light") - {*asked}
    for credit, name in _MATCHES:
        if name == "beside" and candidate.is_row:
            continue
        words: Collection[str] = getattr(candidate, name)
        if word in words:
            return credit
        if not others.isdisjoint(words):
            return credit * _AS_SYNONYM
    return 0.0


def holds_rate(word: str, candidate: Candidate) -> bool:
    """Return whether a row has the rate that a stem asks for, in a column without a currency."""
    return candidate.is_row and gives_rate(word, candidate.text) and candidate.is_of_rates
