"""Summarises messages that leave the window: by the role `summary`, else by rules, always under the guard."""

import asyncio
from collections.abc import Sequence
from datetime import datetime

from agents.memory.state.updates import NOTHING
from agents.memory.summaries.answer import SummaryAnswer
from agents.memory.summaries.by_rules import extract
from agents.memory.summaries.guard import Draft, guard_summary, says_something
from agents.memory.summaries.prompt import summary_prompt
from agents.memory.summaries.values import Summarised, SummaryRequest
from omniforge.llm import Models
from omniforge.llm.roles import RULES
from omniforge.llm.types import ChatMessage, prompt_hash

_DEADLINE = 60.0  # seconds; nobody waits for it
_MOST_TOKENS = 4_000
_TRIES = 2


async def summarise(request: SummaryRequest, models: Models, *, at: datetime) -> Summarised:
    """Return the summary of the messages onto the current one, and updates of the agent's state.

    Where the model fails twice, or says nothing that can be kept, the words are cut down by rules; `model`
    then still names it. The same request always has the same `prompt_hash`.
    """
    prompt, name = summary_prompt(request), models.name("summary")
    answer = await _asked(prompt, request, models)
    draft = _draft(answer, request) if answer else await asyncio.to_thread(extract, request)
    kept = {*request.whole, *draft.kept}
    return Summarised(
        summary=await asyncio.to_thread(guard_summary, draft, request),  # seconds, where messages are long
        source="model" if answer else "rules",
        model="" if name == RULES else name,
        prompt_hash=prompt_hash(prompt),
        kept_message_ids=tuple(one.id for one in request.messages if one.sequence in kept),
        dropped_message_ids=tuple(one.id for one in request.messages if one.sequence not in kept),
        item_updates=tuple(answer.item_updates(request.state, at)) if answer else (),
        updates=answer.updates() if answer else NOTHING,
    )


async def _asked(
    prompt: Sequence[ChatMessage], request: SummaryRequest, models: Models
) -> SummaryAnswer | None:
    """Return an answer that says something that was said; None without a model, or where it failed twice."""
    for _ in range(_TRIES if models.name("summary") != RULES else 0):
        answer = await models.ask(
            "summary", prompt, answer=SummaryAnswer, deadline=_DEADLINE, max_tokens=_MOST_TOKENS
        )
        if answer and says_something(_draft(answer, request), request):
            return answer
    return None


def _draft(answer: SummaryAnswer, request: SummaryRequest) -> Draft:
    kept = (one.sequence for one in request.covered if str(one.sequence) in answer.kept_message_ids)
    return Draft(answer.summary, tuple(answer.facts), tuple(kept))
