"""The tool that remembers: what the person said and was told in earlier conversations."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, Field

from agents.counting import counted
from agents.events import Source
from agents.recall import Remembered
from agents.tools.context import CallContext
from agents.tools.tool import ToolArguments, ToolResult, tool


class Search(ToolArguments):
    """What to look for."""

    words: str = Field(
        min_length=1,
        max_length=200,
        description="The telling words, for example 'budget summer party'. Rare words count most.",
    )
    limit: int = Field(default=5, ge=1, le=20, description="How many places to return at most.")


class Place(BaseModel):
    """Something that was said: in which conversation, by whom, when (ISO 8601), in which words."""

    conversation: str
    said_by: str
    at: datetime
    snippet: str
    link: str

    @property
    def conversation_link(self) -> str:
        """The link without the place in the conversation."""
        return self.link.partition("#")[0]


class Found(ToolResult):
    """The places found, best first; `note` says what the search did not reach."""

    places: list[Place]
    note: str = ""

    def summary(self) -> str:
        if not self.places:
            return f"Nothing was found. {self.note}".rstrip()
        conversations = {place.conversation_link for place in self.places}
        return f"Found in {counted(len(conversations), 'earlier conversation')}"

    def sources(self) -> Sequence[Source]:
        best: dict[str, Place] = {}
        for place in self.places:
            best.setdefault(place.conversation_link, place)
        return [Source(one.conversation, one.link, one.snippet) for one in best.values()]


@tool(said='Looking for "{words}" in earlier conversations', cap=10, outside=True)
async def search_conversations(arguments: Search, context: CallContext) -> Found:
    """Search the person's own earlier conversations: what was said, decided or agreed about something.

    Returns the places with the words, best first, with date and link. Say from when something is.
    """
    past = await context.recall(arguments.words, arguments.limit)
    return Found(places=[_place(one, context) for one in past.found], note=past.limits)


def _place(one: Remembered, context: CallContext) -> Place:
    return Place(
        conversation=one.title or "An earlier conversation",
        said_by=one.said_by,
        at=one.at.astimezone(context.now.tzinfo).replace(microsecond=0),
        snippet=one.snippet,
        link=one.link,
    )
