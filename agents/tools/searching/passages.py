"""Documents and work that match a query: several passages of each, with context."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from agents.events import Source
from agents.tools.rows import Row, drop_empty, entity_row, local_day, shorten
from intent.sentences.titles import normalise
from omniforge.projects.models import Entity
from omniforge.projects.search import LEAST, Hit, Meaning, is_local, stems
from omniforge.projects.selectors import find_entities
from omniforge.tenants.access import Access

_AROUND = 240  # characters of context on each side
_IN_SHORT = 60  # characters of a passage that was already returned
_WITH_NEIGHBOURS = 4  # best passages, shown with context
_OF_OTHERS = 2  # passages of a document that isn't the best; it often matches by a common word only
Place = tuple[UUID, int]
_OF_BEST = 0.6  # least share of the best hit's similarity
_OF_WORDS = 0.25  # least share of the best hit's words; below that only a common word matches
_WHOLE_OF_WORDS, _WHOLE_OF_BEST = 0.5, 0.8  # the same shares, from which a passage is shown whole
_RARE = 3  # passages that have a word: so few that a query with it is about them
_MOST_WORDS = 0.75  # share of the query's words from which a passage is surely about it
_NEAREST = 6  # passages shown for their meaning if none has most words
BY_MEANING = "Passages without these words are the nearest by meaning: see whether they answer."
_MOST_WHOLE = 5  # passages shown whole for their words: those behind them share only common ones
_LOOSE = "has these words: {found} only loosely related, if at all."
LOOSE = f"Nothing {_LOOSE.format(found='what was found is')}"
LOOSE_BESIDE = f"No document or work item {_LOOSE.format(found='those found are')}"


@dataclass(frozen=True, slots=True)
class SearchRows:
    """The results as rows, and the sources that readers can open."""

    rows: Sequence[Row]
    sources: Sequence[Source]
    note: str = ""


def nearest_by_meaning(hits: Sequence[Hit], query: str, every: Sequence[Hit]) -> list[Hit]:
    """Return the hits closest in meaning, none if one of `every` kind has most words of the query.

    What is asked in other words than it is written shares a common word with anything, so that its own
    passage is only found here.
    """
    asked = set(stems(query))
    if any(len(asked & _words(hit)) >= _MOST_WORDS * len(asked) for hit in every):
        return []
    close = [hit for hit in hits if hit.closeness > 0]
    return sorted(close, key=lambda hit: -hit.closeness)[:_NEAREST]


def documents_of(
    hits: Sequence[Hit], query: str, told: set[Place], now: datetime, *, nearest: Sequence[Hit] = ()
) -> SearchRows:
    """Return the documents of these hits, best first, each with its matching passages, then the `nearest`.

    A passage that is far from the best one is cut to the line that matched. Passages in `told` were returned
    before and are shortened. New passages are added to `told`.
    """
    by_document: dict[UUID, list[Hit]] = {}
    by_meaning = {_place(hit) for hit in nearest}
    near = _near(hits) | by_meaning
    hits = [*hits, *(hit for hit in nearest if hit not in hits)]
    for hit in (one for one in hits if _tells(one, query)):
        shown_as = hit if _place(hit) in near else replace(hit, text=hit.snippet)
        by_document.setdefault(hit.id, []).append(shown_as)
    best = {_place(hit) for hit in hits[:_WITH_NEIGHBOURS]} & near
    of_documents = list(by_document.values())
    shown = [*of_documents[:1], *(_best_of(parts, by_meaning) for parts in of_documents[1:])]
    found = [hit for parts in shown for hit in parts]
    rows = [_document(parts, best, told, now) for parts in shown]
    told.update(near & {_place(hit) for hit in found})
    return SearchRows(rows, [_source(hit) for hit in found])


def _best_of(parts: Sequence[Hit], wanted: Collection[Place]) -> list[Hit]:
    """Return the first passages of a document that isn't the best, and the wanted ones."""
    return [hit for place, hit in enumerate(parts) if place < _OF_OTHERS or _place(hit) in wanted]


def _near(hits: Sequence[Hit]) -> set[Place]:
    """Return the places of the hits that are shown whole. Of the others only what matched is."""
    least = _WHOLE_OF_BEST * max((hit.closeness for hit in hits), default=0.0)
    worded = [hit for hit in hits if hit.by_words >= _WHOLE_OF_WORDS][:_MOST_WHOLE]
    return {_place(hit) for hit in [*worded, *(one for one in hits if 0 < least <= one.closeness)]}


def _place(hit: Hit) -> Place:
    return hit.id, hit.passage


def _tells(hit: Hit, query: str) -> bool:
    """Return whether a hit has content. An empty document matches by its title alone."""
    title = normalise(hit.title)
    return bool(hit.text.strip()) or any(word in title for word in normalise(query).split())


def _document(hits: Sequence[Hit], best: Collection[Place], told: Collection[Place], now: datetime) -> Row:
    first = hits[0]
    project, *path = first.path or ("",)
    return drop_empty(
        {
            "kind": "document",
            "id": str(first.id),
            "title": first.title,
            "path": " > ".join(path) if len(path) > 1 else "",
            "project": project,
            "updated": local_day(first.changed_at, now),
            "passages": [
                row
                for hit in sorted(hits, key=lambda hit: hit.passage)
                if (row := _passage(hit, best, told, {one.passage for one in hits}))
            ],
        }
    )


def _passage(hit: Hit, best: Collection[Place], told: Collection[Place], shown: Collection[int]) -> Row:
    """Return a passage. The best ones come with context."""
    place = _place(hit)
    if place in told and is_long(hit.text):
        return told_again(hit.heading, hit.text)
    before, after = _around(hit, shown) if place in best else ("", "")
    return drop_empty({"section": hit.heading, "before": before, "text": hit.text, "after": after})


def is_long(text: str) -> bool:
    """Return whether a passage is too long to be returned twice."""
    return len(text) > _IN_SHORT


def told_again(section: str, text: str) -> Row:
    """Return a passage in short that was returned before."""
    return drop_empty({"section": section, "returned_before": shorten(text, _IN_SHORT)})


def _around(hit: Hit, shown: Collection[int]) -> tuple[str, str]:
    """Return parts of the text before and after a passage, unless they are shown themselves."""
    before = f"…{hit.before[-_AROUND:]}" if hit.before and hit.passage - 1 not in shown else ""
    after = f"{hit.after[:_AROUND]}…" if hit.after and hit.passage + 1 not in shown else ""
    return before, after


def work_of(hits: Sequence[Hit], access: Access, now: datetime) -> SearchRows:
    """Return the tasks, goals … of these hits, best first."""
    order = list(dict.fromkeys(hit.id for hit in hits))
    entities = _entities(access, order)
    rows = [
        entity_row(one, now=now, project=one.project.name)
        for one in (entities.get(pk) for pk in order)
        if one
    ]
    return SearchRows(rows, [_source(hit) for hit in hits])


def _entities(access: Access, ids: Collection[UUID]) -> dict[UUID, Entity]:
    return {one.pk: one for one in find_entities(access).filter(pk__in=ids).select_related("project")}


def _source(hit: Hit) -> Source:
    title = f"{hit.title} › {hit.heading}" if hit.heading and hit.heading != hit.title else hit.title
    return Source(title, hit.link, hit.snippet)


def least_similarity(hits: Sequence[Hit], meaning: Meaning) -> float:
    """Return how similar a hit without any query word must be to be worth showing."""
    least = _OF_BEST * max((hit.closeness for hit in hits), default=0.0)
    worded = any(hit.has_words for hit in hits)
    return max(least, LEAST) if worded and is_local(meaning.model) else least


def relevant_hits(hits: Sequence[Hit], least: float, counts: Mapping[str, int]) -> list[Hit]:
    """Return the hits that have some query words, or are similar enough.

    If none of these has a rare word, the best hit with that word is added. `counts` are those of `Hits`.
    """
    near = [hit for hit in hits if hit.by_words >= _OF_WORDS or 0 < least <= hit.closeness]
    words = {hit: _words(hit) for hit in hits}
    rare = {word for word, count in counts.items() if 0 < count <= _RARE}
    missing = rare.difference(*(words[hit] for hit in near))
    first = [next((hit for hit in hits if word in words[hit]), None) for word in missing]
    return [hit for hit in hits if hit in near or hit in first]


def _words(hit: Hit) -> frozenset[str]:
    return frozenset(stems(f"{hit.title} {hit.heading} {hit.text}"))
