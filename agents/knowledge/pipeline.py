"""A question answered from the documents, step by step: guard, retrieve, answer, cite (seed 004)."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from agents.context import ContextPack
from agents.counting import counted
from agents.events import AgentPhase, Grounding, Outputs, Source, SourcesCited, TextDelta
from agents.knowledge.answering import answer, decline, nothing_stands_in
from agents.knowledge.guardrail import Verdict, in_full, judge, judge_by_rules, telling_words, words_of
from agents.knowledge.options import THRESHOLD, TOP_K, AskOptions
from agents.knowledge.retrieval import Retrieved, Retriever, relevant_by_rules
from omniforge.database import in_database
from omniforge.projects.kinds import Kind
from omniforge.projects.search import Hit, search
from omniforge.projects.search.words import stems

_LOOKED_AT = 8  # passages of one search
_CLOSEST = 2


async def answer_question(pack: ContextPack, options: AskOptions) -> Outputs:
    """Yield the events of an answer to the turn's message out of the documents, or of a refusal."""
    yield AgentPhase("executing", "Looking into your documents")
    look, holds = partial(_look, pack, options), [card.name for card in pack.catalogue.projects]
    hits = await look(in_full(pack.message, pack.window))
    verdict = await judge(pack.message, pack.window, hits=hits, holds=holds, models=pack.models)
    if verdict.score < options.threshold:
        yield _grounding(verdict, options, Retrieved((), 0))
        async for piece in decline(pack, verdict, holds):
            yield TextDelta(piece)
        return
    retrieved = await Retriever(look, pack.models, options.top_k).retrieve(pack.message, pack.window)
    yield _grounding(verdict, options, retrieved)
    async for output in answer_from(pack, retrieved.passages, options):
        yield output


async def answer_from(pack: ContextPack, passages: Sequence[Hit], options: AskOptions) -> Outputs:
    """Yield the answer out of these passages, and them as its sources."""
    found = merged(passages)
    passages, empty = [hit for hit in found if hit.text], [hit for hit in found if not hit.text]
    if not passages:
        yield TextDelta(nothing_stands_in(empty))
        return
    yield SourcesCited(tuple(source_of(hit) for hit in passages))
    few = len(passages) < options.top_k
    async for piece in answer(pack, passages, window=options.window, few=few):
        yield TextDelta(piece)


def merged(passages: Sequence[Hit]) -> list[Hit]:
    """Return passages that stand under one heading as one: a source has one number, and one link."""
    by_link: dict[str, Hit] = {}
    for hit in passages:
        known = by_link.get(hit.link)
        by_link[hit.link] = replace(known, text=f"{known.text}\n\n{hit.text}") if known else hit
    return list(by_link.values())


class Looked(NamedTuple):
    """What was found for a question that was not put to the documents: passages that plainly answer it, and
    the titles of those documents that come closest."""

    passages: Sequence[Hit]
    closest: Sequence[str]


async def look_for(pack: ContextPack) -> Looked:
    """Look in the documents for what the turn's message asks, by its own words first if it has some."""
    if not pack.catalogue.projects:
        return Looked((), ())
    in_talk = in_full(pack.message, pack.window)
    own = pack.message if len(set(stems(pack.message))) > 1 else in_talk
    closest: list[str] = []
    for query in dict.fromkeys((own, in_talk)):
        hits = await _look(pack, AskOptions(), query)
        relevant = relevant_by_rules(query, hits)
        score, _ = judge_by_rules(query, relevant)
        if score >= THRESHOLD:
            return Looked(relevant[:TOP_K], ())
        closest += _close_to(pack.message, hits)
    return Looked((), tuple(dict.fromkeys(closest))[:_CLOSEST])


def _close_to(message: str, hits: Sequence[Hit]) -> list[str]:
    asked = telling_words(message)
    return [hit.title for hit in hits if hit.kind is Kind.DOCUMENT and asked & words_of(hit)]


def source_of(hit: Hit) -> Source:
    """Return a passage as the source that readers open."""
    title = f"{hit.title} › {hit.heading}" if hit.heading and hit.heading != hit.title else hit.title
    return Source(title, hit.link, hit.snippet)


async def _look(pack: ContextPack, options: AskOptions, query: str) -> Sequence[Hit]:
    where = options.project_id or pack.focus.project_id
    return await in_database(search, pack.access, query, project_id=where, limit=_LOOKED_AT)


def _grounding(verdict: Verdict, options: AskOptions, retrieved: Retrieved) -> Grounding:
    return Grounding(
        score=verdict.score,
        threshold=options.threshold,
        reason=verdict.reason,
        flags=verdict.flags,
        attempts=retrieved.attempts,
        rewritten_query=retrieved.rewritten_query,
        steps=tuple(_steps(verdict, options, retrieved)),
    )


def _steps(verdict: Verdict, options: AskOptions, retrieved: Retrieved) -> list[str]:
    judged = f"Judged the question at {verdict.score} of 100; it takes {options.threshold} to be answered."
    if verdict.score < options.threshold:
        return [judged, "Said that it is out of scope."]
    searched = f"Searched {counted(retrieved.attempts, 'time')}."
    kept = f"Kept {len(retrieved.passages)} of {retrieved.found} relevant passages."
    return [judged, searched, kept]
