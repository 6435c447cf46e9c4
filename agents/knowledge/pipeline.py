"""Answers a question from the documents, step by step: retrieve, judge, answer, cite (seed 004)."""

from collections.abc import Sequence
from dataclasses import replace

from agents.context.pack import ContextPack
from agents.context.question_options import AskOptions
from agents.events import AgentPhase, Grounding, Outputs, SourcesCited, TextDelta
from agents.knowledge.answer_check import Checker
from agents.knowledge.evidence import strength_of
from agents.knowledge.model_answer import answer, decline
from agents.knowledge.nearest import find_nearest
from agents.knowledge.quotes import not_found, quote, source_of
from agents.knowledge.retrieval import Retrieved, look_by_rules, retrieve_for
from agents.tools.counts import counted
from omniforge.projects.search import Hit


async def answer_question(pack: ContextPack, options: AskOptions) -> Outputs:
    """Yield the events of an answer from the documents, or of a refusal."""
    yield AgentPhase("executing", "Looking into your documents")
    retrieved = await retrieve_for(pack, options)
    yield _grounding(pack, options, retrieved)
    answered = retrieved.verdict.score >= options.threshold and retrieved.passages
    async for output in (_answered if answered else _declined)(pack, options, retrieved):
        yield output


async def _answered(pack: ContextPack, options: AskOptions, retrieved: Retrieved) -> Outputs:
    """Yield the model's checked answer, or the documents' own sentences, then the cited passages."""
    checker, said = Checker(merge_by_heading(retrieved.passages), pack.message), False
    if checker.passages:
        async for text in answer(pack, options, checker):
            said = True
            yield TextDelta(text)
    if checker.cited:
        yield SourcesCited(tuple(map(source_of, checker.cited)))
    if not said:
        async for output in _quoted(pack, options, retrieved):
            yield output


async def _quoted(pack: ContextPack, options: AskOptions, retrieved: Retrieved) -> Outputs:
    looked = retrieved.looked or await look_by_rules(pack, options)
    quoted = quote(looked, strength=min(1.0, strength_of(options.threshold)), most=options.top_k)
    if quoted.sources:
        yield SourcesCited(quoted.sources)
    yield TextDelta(quoted.text)


async def _declined(pack: ContextPack, options: AskOptions, retrieved: Retrieved) -> Outputs:
    looked, has_model = retrieved.looked, pack.models.available("reply")
    if looked and (looked.empty or (find_nearest(looked.parts).told and not has_model)):
        yield TextDelta(not_found(looked))
        return
    holds = [card.name for card in pack.catalogue.projects]
    async for piece in decline(pack, retrieved, options, holds):
        yield TextDelta(piece)


def merge_by_heading(passages: Sequence[Hit]) -> list[Hit]:
    """Return passages under the same heading merged: each source has one number and one link."""
    by_link: dict[str, Hit] = {}
    for hit in passages:
        known = by_link.get(hit.link)
        by_link[hit.link] = replace(known, text=f"{known.text}\n\n{hit.text}") if known else hit
    return list(by_link.values())


def _grounding(pack: ContextPack, options: AskOptions, retrieved: Retrieved) -> Grounding:
    verdict, last = retrieved.verdict, retrieved.queries[-1]
    return Grounding(
        score=verdict.score,
        threshold=options.threshold,
        reason=verdict.reason,
        flags=verdict.flags,
        attempts=len(retrieved.queries),
        rewritten_query=last if last != pack.message else "",
        steps=tuple(_steps(options, retrieved)),
    )


def _steps(options: AskOptions, retrieved: Retrieved) -> list[str]:
    score = retrieved.verdict.score
    searched = f"Searched {counted(len(retrieved.queries), 'time')}."
    judged = f"Judged the passages at {score} of 100; an answer takes {options.threshold}."
    if score < options.threshold or not retrieved.passages:
        return [searched, judged, "Said that the documents don't answer this."]
    return [searched, judged, f"Answered from {counted(len(retrieved.passages), 'passage')}."]
