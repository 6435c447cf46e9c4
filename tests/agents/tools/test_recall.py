"""What was said before comes back with its place, as data and as sources."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agents.events import Source, SourcesCited, ToolAnswered
from agents.plans.by_rules.earlier_talk import Recalling
from agents.recall import Recollection, Remembered, nothing_remembered
from agents.runs.by_rules.earlier_talk import recall
from agents.runs.context import RunContext
from agents.tools.gate import call_tool
from omniforge.ids import new_id
from omniforge.llm.types import ToolRequest
from tests.agents.tools.contexts import run_context, told

pytestmark = pytest.mark.django_db(transaction=True)


def remembered(number: int, snippet: str) -> Remembered:
    at = datetime(2026, 10, number, 8, 30, tzinfo=UTC)
    return Remembered(new_id(), f"Talk {number}", "you", snippet, at, f"/c/{number}/")


class Past:
    """A past that notes what it is asked."""

    def __init__(self, *found: Remembered, limits: str = "") -> None:
        self.recollection = Recollection(found, limits)
        self.asked: list[tuple[str, int]] = []

    async def __call__(self, words: str, limit: int) -> Recollection:
        self.asked.append((words, limit))
        return self.recollection


@pytest.fixture
def run(ann) -> RunContext:
    return run_context(ann)


async def search(run, past, arguments='{"words": "summer party"}'):
    run.pack = replace(run.pack, recall=past)
    return await call_tool(run, ToolRequest("1", "search_conversations", arguments))


async def test_places_come_with_who_when_and_where_to_look(run):
    past = Past(remembered(3, "We took Meier."))
    outcome = await search(run, past, '{"words": "summer party", "limit": 3}')
    assert past.asked == [("summer party", 3)]
    for part in ('"Talk 3"', '"you"', '"2026-10-03T08:30:00Z"', '"We took Meier."', '"/c/3/"'):
        assert part in outcome.text


async def test_each_conversation_is_a_source_once_with_its_best_place(run):
    first, second = remembered(3, "We took Meier."), remembered(4, "Huber was dear.")
    again = replace(first, snippet="Meier again.")
    outcome = await search(run, Past(first, second, again))
    cited = next(event for event in told(run) if isinstance(event, SourcesCited))
    assert cited.sources == (
        Source("Talk 3", "/c/3/", "We took Meier."),
        Source("Talk 4", "/c/4/", "Huber was dear."),
    )
    assert outcome.summary == "Found in 2 earlier conversations"


async def test_what_was_not_reached_is_said(run):
    outcome = await search(run, Past(limits="Only the newest 20 messages were searched."))
    assert outcome.summary == "Nothing was found. Only the newest 20 messages were searched."
    assert "Only the newest 20" in outcome.text


async def test_without_a_past_nothing_is_found_and_nothing_cited(run):
    outcome = await search(run, nothing_remembered)
    assert outcome.ok and outcome.summary == "Nothing was found."
    assert [type(event) for event in told(run)][1:] == [ToolAnswered]


@pytest.mark.parametrize("arguments", ['{"words": ""}', '{"words": "party", "limit": 100}', "{}"])
async def test_a_search_for_nothing_or_too_much_is_refused(run, arguments):
    past = Past()
    outcome = await search(run, past, arguments)
    assert not outcome.ok and "search_conversations are wrong" in outcome.text and past.asked == []


async def test_the_rules_quote_words_without_their_marks(run):
    run.pack = replace(run.pack, recall=Past(remembered(3, "…go: - **Name**: `beta` # Plan > _x_")))
    shown = await recall(run, Recalling("beta"))
    assert "…go: Name: beta Plan" in shown.text and "*\\*" not in shown.text
