"""Searches documents for evidence: first with the question's words, then with other words if needed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from uuid import UUID

from agents.knowledge.candidates import SENTENCES, Candidate, candidates_in
from agents.knowledge.closeness import NOT_KNOWN, closeness_of
from agents.knowledge.evidence import Evidence, score_of, weigh
from intent.questions.asked import Question, parts_of
from intent.questions.synonyms import synonyms_of
from intent.questions.values import lacks_value
from intent.sentences.telling_words import topic_words
from intent.text import fold
from intent.word_groups import groups_of
from omniforge.llm import Models
from omniforge.projects.kinds import Kind
from omniforge.projects.search import Hit, Hits, retrieve
from omniforge.projects.search.words import stems
from omniforge.tenants.access import Access

Weighed = tuple[Question, tuple[Evidence, ...]]
_LOOKED_AT = 16  # passages per search
_CLOSEST = 2


@dataclass(frozen=True, slots=True)
class Where:
    """Who searches, and where: in one project, or in all that the person can see."""

    access: Access
    models: Models
    project_id: UUID | None = None

    async def search(self, query: str) -> Hits:
        """Return the passages for a query."""
        return await retrieve(self.models, self.access, query, project_id=self.project_id, limit=_LOOKED_AT)


@dataclass(frozen=True, slots=True)
class Looked:
    """The result: the evidence for each part of a question, best first, and the searches in `queries`."""

    parts: tuple[Weighed, ...]
    hits: tuple[Hit, ...]
    queries: tuple[str, ...]

    def part(self, place: int) -> "Looked":
        """Return the result for one part alone."""
        return replace(self, parts=self.parts[place : place + 1])

    @property
    def score(self) -> int:
        """Return the score of the best answered part, from 0 to 100. 75 is enough."""
        return score_of(max((one.strength for _, found in self.parts for one in found), default=0.0))

    @property
    def closest(self) -> tuple[str, ...]:
        """Return the titles of the closest documents, empty if not a single word matched."""
        near = sorted((one for _, found in self.parts for one in found), key=lambda one: -one.rank)
        titles = (one.candidate.hit.title for one in near if one.strength > 0)
        return tuple(dict.fromkeys(titles))[:_CLOSEST]

    @property
    def empty(self) -> tuple[Hit, ...]:
        """Return the documents and sections that are named like the subject, but are empty."""
        asked = {word for part, _ in self.parts for word in part.words}
        bare = (hit for hit in self.hits if not hit.text and hit.kind is Kind.DOCUMENT)
        return tuple(hit for hit in bare if asked and asked.issubset(stems(f"{hit.title} {hit.heading}")))


async def find_evidence(where: Where, question: str, *, before: str = "", query: str = "") -> Looked:
    """Return the result for a question, with a second search in other words if the first wasn't enough.

    `before` is the previous question. `query` is what to search for first, if not the question itself.
    """
    parts, queries = parts_of(question, before), [query or question]
    hits = await _search_each(where, parts, queries[0])
    found = await weigh_parts(where.models, parts, hits)
    if not _is_enough(found) and (other := widen(parts)):
        queries.append(other)
        hits = merge_hits(hits, await where.search(other))
        found = await weigh_parts(where.models, parts, hits)
    return Looked(found, tuple(hits), tuple(queries))


def widen(parts: Sequence[Question]) -> str:
    """Return the questions' significant words with all their synonyms, empty if there are none."""
    words = [word for part in parts for word in part.words]
    others = [other for word in words for other in sorted(synonyms_of(word))]
    return " ".join(dict.fromkeys((*words, *others))) if others else ""


async def _search_each(where: Where, parts: Sequence[Question], question: str) -> Hits:
    hits = await where.search(question)
    for part in parts if len(parts) > 1 or any(one.before for one in parts) else ():
        hits = merge_hits(hits, await where.search(part.in_full))
    return hits


async def weigh_parts(
    models: Models, parts: Sequence[Question], hits: Hits, *, most: int = SENTENCES
) -> tuple[Weighed, ...]:
    """Return the evidence for each part of a question in the first sentences of passages, best first."""
    candidates = candidates_in(hits, most)
    spelt = [_as_spelt(part, hits) for part in parts]
    closeness = await closeness_of(models, parts, _in_turn(spelt, candidates, hits))
    weighed = [(part, tuple(weigh(part, candidates, hits.counts, closeness))) for part in spelt]
    return tuple(accumulate(weighed, _with_topic))


def _with_topic(before: Weighed, part: Weighed) -> Weighed:
    """Return a part with its evidence. 'and for how much?' is answered near the answer to the part before."""
    question, found = part
    best = next((one for one in before[1] if one.strength >= 1), None)
    if question.words or not best:
        return part
    same = () if lacks_value(question, best.candidate.quote) else (replace(best, question=question),)
    others = [one for one in found if one.candidate != best.candidate]
    there = [one for one in others if one.candidate.hit.link == best.candidate.hit.link]
    return question, (*same, *there, *(one for one in others if one not in there))


def _in_turn(parts: Sequence[Question], candidates: Sequence[Candidate], hits: Hits) -> list[Candidate]:
    """Return the candidates, alternating between the best by words and those of the closest passages."""
    by_words = [weigh(part, candidates, hits.counts, NOT_KNOWN) for part in parts]
    closest = sorted(candidates, key=lambda one: -one.hit.closeness)
    rankings = [*([one.candidate for one in found] for found in by_words), closest]
    return list(dict.fromkeys(one for place in zip(*rankings, strict=True) for one in place))


def _as_spelt(part: Question, hits: Hits) -> Question:
    """Return a question with unknown words corrected to the documents' spelling."""
    written = topic_words(part.in_full)
    respelt = {
        word: near[0]
        for word, near in hits.respelt.items()
        if not synonyms_of(word)
        and not groups_of(fold(written.get(word, "")))
        and not fold(written.get(word, "")).startswith(near[0])  # 'whitening' is no typo for 'white'
    }
    return part.with_words({word: respelt.get(word, word) for word in (*part.words, *part.about)})


def _is_enough(found: Sequence[tuple[Question, Sequence[Evidence]]]) -> bool:
    return all(any(one.strength >= 1 for one in evidence) for _, evidence in found)


def merge_hits(first: Hits, second: Hits) -> Hits:
    """Return the hits of both searches, interleaved, without duplicates."""
    both = [hit for pair in zip(first, second, strict=False) for hit in pair]
    rest = [*first[len(second) :], *second[len(first) :]]
    # A passage of both is as close as it is to the question itself, not to its synonyms.
    asked = {(hit.id, hit.passage): hit for hit in first}
    once = {(hit.id, hit.passage): hit for hit in [*both, *rest]} | asked
    respelt, counts = {**second.respelt, **first.respelt}, {**second.counts, **first.counts}
    return Hits(list(once.values()), first.note or second.note, respelt, counts)
