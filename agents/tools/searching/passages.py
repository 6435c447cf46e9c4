"""Documents and work that answer a query: several passages of each, with what stands around them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from agents.events import Source
from agents.tools.rows import Row, entity_row, in_short, local_day, without_nothing
from intent.sentences.naming import folded
from omniforge.projects.models import Entity
from omniforge.projects.search import LEAST, Hit, Meaning, is_local
from omniforge.projects.selectors import find_entities
from omniforge.tenants.access import Access

_AROUND = 240  # characters of the passage before and of that after
_IN_SHORT = 60  # characters of a passage that was returned before
_WITH_NEIGHBOURS = 4  # of the best passages
_OF_OTHERS = 2  # passages of a document that is not the best one: often it has a common word alone
Place = tuple[UUID, int]
_OF_BEST = 0.6  # of the closeness of the best hit
_OF_WORDS = 0.25  # of what the best hit has of the words: less is a common word by the way
LOOSE = "Nothing has these words: what was found is only loosely related, if at all."


@dataclass(frozen=True, slots=True)
class Found:
    """What was found, as rows, and the sources that readers open."""

    rows: Sequence[Row]
    sources: Sequence[Source]
    note: str = ""


def documents_of(hits: Sequence[Hit], query: str, told: set[Place], now: datetime) -> Found:
    """Return the documents of these hits, best first, each with its passages that answer.

    Those `told` before come in short; these are told from now on.
    """
    by_document: dict[UUID, list[Hit]] = {}
    for hit in (one for one in hits if _tells(one, query)):
        by_document.setdefault(hit.id, []).append(hit)
    best = {(hit.id, hit.passage) for hit in hits[:_WITH_NEIGHBOURS]}
    of_documents = list(by_document.values())
    shown = [*of_documents[:1], *(parts[:_OF_OTHERS] for parts in of_documents[1:])]
    rows = [_document(parts, best, told, now) for parts in shown]
    found = [hit for parts in shown for hit in parts]
    told.update((hit.id, hit.passage) for hit in found)
    return Found(rows, [_source(hit) for hit in found])


def _tells(hit: Hit, query: str) -> bool:
    """Return whether a hit says anything: an empty document does by its title alone."""
    title = folded(hit.title)
    return bool(hit.text.strip()) or any(word in title for word in folded(query).split())


def _document(hits: Sequence[Hit], best: Collection[Place], told: Collection[Place], now: datetime) -> Row:
    first = hits[0]
    project, *path = first.path or ("",)
    return without_nothing(
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
    """Return a passage, the best ones with what stands around them."""
    place = (hit.id, hit.passage)
    if place in told and len(hit.text) > _IN_SHORT:
        return without_nothing({"section": hit.heading, "returned_before": in_short(hit.text, _IN_SHORT)})
    before, after = _around(hit, shown) if place in best else ("", "")
    return without_nothing({"section": hit.heading, "before": before, "text": hit.text, "after": after})


def _around(hit: Hit, shown: Collection[int]) -> tuple[str, str]:
    """Return what stands before and after a passage, in part, if it isn't shown itself."""
    before = f"…{hit.before[-_AROUND:]}" if hit.before and hit.passage - 1 not in shown else ""
    after = f"{hit.after[:_AROUND]}…" if hit.after and hit.passage + 1 not in shown else ""
    return before, after


def work_of(hits: Sequence[Hit], access: Access, now: datetime) -> Found:
    """Return the tasks, goals … of these hits, best first."""
    order = list(dict.fromkeys(hit.id for hit in hits))
    entities = _entities(access, order)
    rows = [
        entity_row(one, today=now.date(), project=one.project.name)
        for one in (entities.get(pk) for pk in order)
        if one
    ]
    return Found(rows, [_source(hit) for hit in hits])


def _entities(access: Access, ids: Collection[UUID]) -> dict[UUID, Entity]:
    return {one.pk: one for one in find_entities(access).filter(pk__in=ids).select_related("project")}


def _source(hit: Hit) -> Source:
    title = f"{hit.title} › {hit.heading}" if hit.heading and hit.heading != hit.title else hit.title
    return Source(title, hit.link, hit.snippet)


def least_of(hits: Sequence[Hit], meaning: Meaning) -> float:
    """Return how close a hit without any word of the query has to be, so that it is worth telling."""
    least = _OF_BEST * max((hit.closeness for hit in hits), default=0.0)
    worded = any(hit.has_words for hit in hits)
    return max(least, LEAST) if worded and is_local(meaning.model) else least


def telling(hits: Iterable[Hit], least: float) -> list[Hit]:
    """Return the hits that have some of the query's words, or are this close to it."""
    return [hit for hit in hits if hit.by_words >= _OF_WORDS or 0 < least <= hit.closeness]
