"""How many of a question's words a sentence or its headings have, also by words of the same subject."""

import math
from collections.abc import Collection, Sequence

from agents.knowledge.candidates import Candidate
from agents.knowledge.evidence import Evidence
from intent.questions.asked import Question
from intent.questions.synonyms import related_phrases_in, related_to, synonyms_of
from intent.sentences.telling_words import is_light

_SAME, _SYNONYM, _RELATED = 1.0, 0.9, 0.7


def shares_of(question: Question, found: Sequence[Evidence]) -> list[float]:
    """Return the share of the question's words that each sentence has, from 0 to 1, rare words first."""
    asked = (*question.words, *(question.about if question.leans else ()))
    words = {*(one for one in asked if not is_light(one)), *related_phrases_in(question.text)}
    said = [_words_of(one.candidate) for one in found]
    matched = {word: [_match(word, one) for one in said] for word in words}
    weights = {word: 1 / (1 + math.log1p(sum(map(bool, matched[word])))) for word in words}
    whole = sum(weights.values()) or 1.0
    return [sum(weights[word] * matched[word][at] for word in words) / whole for at in range(len(said))]


def _words_of(one: Candidate) -> frozenset[str]:
    return one.own | one.above | related_phrases_in(f"{one.quote} {one.hit.heading}")


def _match(word: str, said: Collection[str]) -> float:
    if word in said:
        return _SAME
    if not synonyms_of(word).isdisjoint(said):
        return _SYNONYM
    return _RELATED if not related_to(word).isdisjoint(said) else 0.0
