"""Searching a tenant's projects: by words, and by meaning if there are vectors."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple
from uuid import UUID

from omniforge.projects.kinds import Kind
from omniforge.projects.models import Passage
from omniforge.projects.search.area import Area
from omniforge.projects.search.blinders import Blinder, find_blinder
from omniforge.projects.search.fusion import fuse
from omniforge.projects.search.hits import Hit, Hits
from omniforge.projects.search.index import CANDIDATES, Question, Ranked, index
from omniforge.projects.search.meaning import WORDS_ALONE, Meaning
from omniforge.projects.search.sentence_vectors import Vector, unpack_vectors
from omniforge.projects.search.snippets import snippet
from omniforge.projects.search.spelling import in_other_spelling, similar_spellings
from omniforge.projects.search.surroundings import with_surroundings
from omniforge.projects.search.vectors import nearest
from omniforge.projects.search.words import stems
from omniforge.tenants.access import Access

_MOST_READ = 4_000  # characters of a query
_MOST_WORDS = 32  # per query that are looked up
_MOST_USED = 10  # the rarest of them, which rank
_LOOKED_AT = 100  # passages per ranking
_VECTORS = ("vector", "sentence_vectors")  # decrypted only if they are compared


class ScoredPassage(NamedTuple):
    """A matching passage and its object."""

    passage_id: int
    score: float
    entity_id: UUID
    by_words: float
    closeness: float


def search(
    access: Access,
    query: str,
    *,
    project_id: UUID | None = None,
    kinds: Iterable[Kind] = (),
    limit: int = 10,
    meaning: Meaning = WORDS_ALONE,
) -> Hits:
    """Return the documents and entities that answer `query`, each by its best passage.

    `project_id` and `kinds` restrict the search, if they match nothing of the tenant there are no hits.
    `meaning` is the result of `meaning_of`. Nothing is written.
    """
    best: dict[UUID, ScoredPassage] = {}
    asked = _asked(Area(access, project_id, tuple(kinds)), query)
    for one in _found(asked, meaning):
        best.setdefault(one.entity_id, one)
    return Hits(_hits(asked, list(islice(best.values(), limit))), meaning.note, asked.respelt, asked.counts)


def passages_for(
    access: Access,
    query: str,
    *,
    project_id: UUID | None = None,
    kinds: Iterable[Kind] = (),
    limit: int = 10,
    meaning: Meaning = WORDS_ALONE,
) -> Hits:
    """Return the passages that answer `query`, possibly several of one object, with their neighbours.

    Otherwise like `search`.
    """
    asked = _asked(Area(access, project_id, tuple(kinds)), query)
    hits = _hits(asked, _best(_found(asked, meaning), limit), unread=("vector",))
    return Hits(with_surroundings(access, hits), meaning.note, asked.respelt, asked.counts)


class PreparedQuery(NamedTuple):
    """A prepared query: stems as spelt in the index, and about how many passages have each."""

    area: Area
    counts: dict[str, int]
    respelt: dict[str, tuple[str, ...]]
    blinder: Blinder | None


def _asked(area: Area, query: str) -> PreparedQuery:
    words, blinder = _words_of(query), find_blinder(area.access.tenant_id)
    if not words or blinder is None:
        return PreparedQuery(area, dict.fromkeys(words, 0), {}, blinder)
    spellings = similar_spellings(area.access.tenant_id, blinder, words)
    by_token = {blinder.token(word): word for word in in_other_spelling(words, spellings)}
    question = Question(area.owner, sorted(by_token), area.tokens(blinder))
    counts = dict(zip(question.tokens, index().counts(question), strict=True))
    # in word order; token order would depend on the key
    return PreparedQuery(area, {word: counts[token] for token, word in by_token.items()}, spellings, blinder)


def _found(asked: PreparedQuery, meaning: Meaning) -> list[ScoredPassage]:
    by_words, by_meaning = dict(_by_words(asked)), dict(nearest(asked.area, meaning, _LOOKED_AT))
    ranked = fuse([*by_words.items()], [*by_meaning.items()])
    things = asked.area.things_of(passage_id for passage_id, _ in ranked)
    most = max(by_words.values(), default=0.0) or 1.0
    return [
        ScoredPassage(one, score, things[one], by_words.get(one, 0.0) / most, by_meaning.get(one, 0.0))
        for one, score in ranked
        if one in things
    ]


def _best(found: Sequence[ScoredPassage], limit: int) -> list[ScoredPassage]:
    """Return the best passages, and half as many of the nearest among the others.

    One that answers in quite other words is in one ranking only, behind all that are in both.
    """
    nearest_first = sorted((one for one in found[limit:] if one.closeness), key=lambda one: -one.closeness)
    return [*found[:limit], *nearest_first[: limit // 2]]


def _by_words(asked: PreparedQuery) -> Ranked:
    if asked.blinder is None:
        return []
    telling = _telling({asked.blinder.token(word): count for word, count in asked.counts.items()})
    if not telling:
        return []
    scope = asked.area.tokens(asked.blinder)
    question = Question(asked.area.owner, tuple(telling), scope)
    return index().best(question, tuple(telling.values()), _LOOKED_AT)


def _words_of(query: str) -> list[str]:
    return list(dict.fromkeys(stems(query[:_MOST_READ])))[:_MOST_WORDS]


def _telling(counts: dict[str, int]) -> dict[str, int]:
    """Return the rarest tokens, as many as lead to a rankable number of passages.

    Common words beside rare ones cost much and decide little. If all are common, they are used.
    """
    known = (one for one in counts.items() if one[1])
    rarest = dict(sorted(known, key=lambda one: one[1])[:_MOST_USED])
    telling: dict[str, int] = {}
    for token, count in rarest.items():
        if sum(telling.values()) + count <= CANDIDATES:
            telling[token] = count
    return telling or rarest


def _hits(
    asked: PreparedQuery, found: Sequence[ScoredPassage], unread: Sequence[str] = _VECTORS
) -> list[Hit]:
    wanted = frozenset(asked.counts)
    passages = Passage.objects.defer(*unread).in_bulk([one.passage_id for one in found])
    return [_hit(passages[one.passage_id], one, wanted) for one in found if one.passage_id in passages]


def _sentence_vectors_of(passage: Passage) -> Sequence[Vector]:
    """Return the vectors of a passage's sentences, if they were read with it."""
    is_read = "sentence_vectors" not in passage.get_deferred_fields()
    return unpack_vectors(passage.sentence_vectors) if is_read else ()


def _hit(passage: Passage, found: ScoredPassage, wanted: frozenset[str]) -> Hit:
    title, *headings = passage.heading.split("\n")
    return Hit(
        kind=Kind(passage.kind),
        id=passage.entity_id,
        title=title,
        project_id=passage.project_id,
        heading=headings[-1] if headings else "",
        snippet=snippet(passage.text, wanted),
        text=passage.text,
        score=round(found.score, 4),
        passage=passage.number,
        by_words=round(found.by_words, 4),
        closeness=round(found.closeness, 4),
        sentence_vectors=_sentence_vectors_of(passage),
    )
