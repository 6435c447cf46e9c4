"""A summary without a model: the most informative sentences, in order."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from agents.memory.summaries.guard import Draft
from agents.memory.summaries.marks import words_of
from agents.memory.summaries.sentences import sentences_of
from agents.memory.summaries.values import SummaryRequest

MOST_TEXT = 4_000  # characters
_LONGEST = 240  # longest sentence, in characters, that a summary may contain
_SPEAKERS = {"user": "User", "assistant": "Assistant", "system": "System", "tool": "Tool"}
_OF_PERSONS = 1.5  # weight of people's words


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    words: frozenset[str]
    weight: float


def extract(request: SummaryRequest) -> Draft:
    """Return the most informative sentences of the previous summary and the messages, within 4,000
    characters. Sentences with frequent words score by length. People's come first.
    """
    said = _said(request)
    counts = Counter(word for one in said for word in one.words)
    chosen, room = set[int](), MOST_TEXT
    for place in sorted(range(len(said)), key=lambda place: -_score(said[place], counts)):
        if len(said[place].text) < room:
            chosen.add(place)
            room -= len(said[place].text) + 1
    return Draft("\n".join(said[place].text for place in sorted(chosen)))


def _said(request: SummaryRequest) -> Sequence[_Sentence]:
    """Return all sentences without duplicates."""
    said = {one: _Sentence(one, words_of(one), 1.0) for one in sentences_of(request.current.text)}
    for message in request.covered:
        weight = _OF_PERSONS if message.role == "user" else 1.0
        for sentence in sentences_of(message.text):
            text = f"{_SPEAKERS[message.role]}: {sentence}"
            if len(sentence) <= _LONGEST and text not in said:
                said[text] = _Sentence(text, words_of(sentence), weight)
    return list(said.values())


def _score(sentence: _Sentence, counts: Counter[str]) -> float:
    """Return a sentence's score: words that occur once say little about the talk as a whole."""
    told = sum(log2(counts[word]) for word in sentence.words)
    return sentence.weight * told / (4 + len(sentence.words))
