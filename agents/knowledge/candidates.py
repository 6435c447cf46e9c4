"""The sentences that may answer a question, with their own words and those around them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat

from intent.questions.rates import is_of_rates
from intent.questions.synonyms import words_in
from intent.sentences.question_forms import leans_back
from omniforge.projects.search import Hit
from omniforge.projects.search.sentences import sentences_of

SENTENCES = 150  # sentences evaluated


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence of a passage, and the one before it.

    `own` are its stems, `above` those of its path and headings, `beside` those of its neighbours.
    """

    hit: Hit
    text: str
    previous: str
    own: frozenset[str]
    above: frozenset[str]
    beside: frozenset[str]
    vector: Sequence[float] = field(
        default=(), repr=False, compare=False
    )  # stored for it by the local model, if at all

    @property
    def quote(self) -> str:
        """Return the sentence, after the one before it if it begins with 'it' or 'they'."""
        return f"{self.previous} {self.text}" if self.previous and leans_back(self.text) else self.text

    @property
    def is_row(self) -> bool:
        """Return whether it is a row of a table, and so says nothing of its neighbours."""
        return "|" in self.hit.text and ": " in self.text

    @property
    def is_of_rates(self) -> bool:
        """Return whether it is a row of prices whose currency is only told above their table."""
        return self.is_row and is_of_rates(self.above | words_in(self.hit.before))

    @property
    def in_context(self) -> str:
        """Return the sentence below its headings: alone it often doesn't name its subject."""
        return f"{self.hit.title}. {self.hit.heading}. {self.quote}"


def candidates_in(hits: Iterable[Hit], most: int = SENTENCES) -> list[Candidate]:
    """Return the passages' sentences without duplicates, those of the best passages first."""
    found: dict[str, Candidate] = {}
    for hit in hits:
        for candidate in _of_passage(hit):
            found.setdefault(candidate.text, candidate)
    return list(found.values())[:most]


def _of_passage(hit: Hit) -> list[Candidate]:
    sentences = sentences_of(hit.text)
    own = [words_in(sentence) for sentence in sentences]
    above = words_in(" ".join((hit.title, hit.heading, *hit.path[1:])))
    stored = hit.sentence_vectors if len(hit.sentence_vectors) == len(sentences) else ()  # split otherwise
    vectors = chain(stored, repeat(()))
    return [
        Candidate(hit, text, previous, own[place], above, _beside(own, place), vector)
        for place, (text, previous, vector) in enumerate(
            zip(sentences, ["", *sentences], vectors, strict=False)
        )
    ]


def _beside(own: Sequence[frozenset[str]], place: int) -> frozenset[str]:
    return frozenset().union(*own[max(0, place - 1) : place], *own[place + 1 : place + 2])
