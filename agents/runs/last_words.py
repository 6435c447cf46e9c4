"""The answer that a model may give beside its final calls, which saves a round trip.

It is shown once all of these calls succeeded unedited, with no result that the model has to read.
"""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import Field, ValidationError

from agents.tools.schemas import schema_of
from agents.tools.tool import ToolArguments
from omniforge.llm.types import ChatMessage, ToolRequest, ToolSpec

NOT_SHOWN = "Your answer was not shown: first read what came of the calls."
EMPTY = "(Your answer was empty, and nobody has read anything. Write it now.)"
KEPT = "Your answer is kept: it is shown once what waits is approved as written. First write what was done."
HELD_BACK = (
    "The person has not seen this answer, since a call beside it waited for them. What they still need of "
    "it has yet to be said."
)


class LastWords(ToolArguments):
    answer: str = Field(min_length=1)


FINISH = ToolSpec(
    "finish",
    "Your answer, beside the calls that make the last changes: shown once they went through as written; "
    "else you answer after their results. If one waits for the person (a new agent, what is sent or cannot "
    "be undone), they see only the text beside the calls.",
    schema_of(LastWords),
)


def last_words(requests: Sequence[ToolRequest]) -> str:
    """Return the final answer in these requests, or an empty string."""
    for request in requests:
        try:
            return LastWords.model_validate_json(request.arguments).answer
        except ValidationError:
            continue
    return ""


def without_requests(messages: Sequence[ChatMessage], requests: Sequence[ToolRequest]) -> list[ChatMessage]:
    """Return the messages as if these calls had never been requested."""
    left = [
        replace(one, requests=tuple(each for each in one.requests if each not in requests))
        for one in messages
    ]
    return [now for now, before in zip(left, messages, strict=True) if now == before or _says(now)]


def as_told_later(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Return an earlier turn's messages for a later one: an answer still held back says that nobody saw it.

    One that the model had to replace after it read the results is gone, as is the word on an empty one.
    """
    ending = [one for message in messages for one in message.requests if one.name == FINISH.name]
    answered = {one.answers for one in messages}
    replaced = [one for one in ending if one.id in answered]
    told = {one.id for one in replaced}
    kept = without_requests(messages, replaced)
    left = [one for one in kept if one.answers not in told and one.content != EMPTY]
    return [each for one in left for each in (one, *_held_back(one))]


def _held_back(message: ChatMessage) -> list[ChatMessage]:
    """Return the results of final answers among a message's requests."""
    ending = [one for one in message.requests if one.name == FINISH.name]
    return [ChatMessage("tool", HELD_BACK, answers=one.id) for one in ending]


def _says(message: ChatMessage) -> bool:
    return bool(message.content or message.requests)
