"""Earlier talk, without a model: passages with links, or that there are none."""

from datetime import UTC, datetime

import pytest

from agents.context.recall import RecalledPassage, RecallResult
from agents.events import SourcesCited
from intent.types import ActionType
from omniforge.storage.ids import new_id
from tests.agents.chat import Chat

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("three_agents")]


class Past:
    """A past with these messages, which records the queries."""

    def __init__(self, *snippets: str, limits: str = "") -> None:
        at = datetime(2026, 10, 3, 8, 30, tzinfo=UTC)
        found = tuple(RecalledPassage(new_id(), "Talk [1]", "you", one, at, "/c/1/") for one in snippets)
        self.recollection, self.asked = RecallResult(found, limits), list[str]()

    async def __call__(self, words: str, limit: int) -> RecallResult:
        self.asked.append(words)
        return self.recollection


async def test_recalled_passages_have_author_date_and_link(chat: Chat):
    chat.recall = past = Past("We take 40 euros.", "A <b>discount</b> of 5%.")
    answer = await chat.say("what did we agree on pricing?")
    assert past.asked == ["pricing"] and answer.intent.action_type == ActionType.QUERY_INFO
    assert r"- [Talk \[1\]](/c/1/), you, 3 October 2026: We take 40 euros." in answer.text
    assert r"\<b\>discount" in answer.text
    assert any(isinstance(event, SourcesCited) for event in answer.events)


async def test_recall_question_naming_an_agent_does_not_run_it(chat: Chat):
    chat.recall = past = Past("Let it read the roadmap.")
    answer = await chat.say("remember when we set up the Notion reporter?")
    assert past.asked == ["set up the Notion reporter"] and "Let it read the roadmap." in answer.text


async def test_empty_recall_names_the_search_limits(chat: Chat):
    chat.recall = Past(limits="Only the newest 20 messages were searched.")
    answer = await chat.say("what did I say about pricing")
    assert "I found nothing about **pricing**" in answer.text and "Only the newest 20" in answer.text


async def test_quoted_passage_has_no_markdown(chat: Chat):
    chat.recall = Past("…go: - **Name**: `beta` # Plan > _x_")
    answer = await chat.say("what did we say about beta?")
    assert "…go: Name: beta Plan" in answer.text and "*\\*" not in answer.text


async def test_note_that_was_forgotten_elsewhere_is_not_listed(chat: Chat):
    chat.recall = Past(
        "Noted: “Odo takes 6 plums.” “The van is blue.”",
        "Forgot “Odo takes 6 plums”. Noted: “Odo takes 12 pears.”",
    )
    answer = await chat.say("what have you noted?")
    assert "12 pears" in answer.text and "van is blue" in answer.text and "plums" not in answer.text
