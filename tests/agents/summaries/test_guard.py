"""The guard: no fact is lost, whoever summarises, and none is made up."""

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.memory.summaries.guard import MOST_CARRIED, MOST_FACTS, Draft, guard_summary
from agents.memory.summaries.marks import marks_of, shorten, tokens_of
from agents.memory.summaries.sentences import sentences_of
from agents.memory.summaries.values import Carried, Summary, SummaryRequest, Utterance
from omniforge.llm import Models
from omniforge.llm.scripted import Scripted
from tests.agents.chat import ROLES, rules_only
from tests.agents.summaries.talk import conversation, facts, kept_of, lost

NO_UPDATES = {
    name: [] for name in ("entities", "dependencies", "assumptions", "expectations", "tentative_hypotheses")
}


def answer(summary, *facts, kept=(), **updates):
    """Return the answer of the model that plays `summary`."""
    return orjson.dumps(
        {
            "summary": summary,
            "facts": facts,
            "kept_message_ids": kept,
            "dropped_message_ids": [],
            "agent_state_item_updates": updates.pop("items", []),
            "agent_state_updates": NO_UPDATES | updates,
        }
    ).decode()


def summarising(*replies):
    scripted = Scripted()
    scripted.queue("short", *replies)
    roles = dict.fromkeys(ROLES, "rules") | {"summary": "scripted:short"}
    return Models(roles, providers={"scripted": scripted}), scripted


def said(*texts):
    roles = ("user", "assistant")
    return [Utterance(f"id{n + 1}", n + 1, roles[n % 2], text) for n, text in enumerate(texts)]


def kept(draft, *texts, **fields):
    return guard_summary(draft, SummaryRequest(said(*texts), **fields))


def test_sentence_covered_by_the_summary_is_not_carried():
    draft = Draft("Maria's budget for Lisbon is 42,000 EUR.")
    assert kept(draft, "The budget of Lisbon is 42000 EUR, says Maria").carried == ()


@pytest.mark.parametrize(
    "forgetful",
    [
        "They talked about money.",
        "The budget of Lisbon is known.",
        "The budget is 42,000 EUR.",
        "Lisbon is nice. It costs 42,000 EUR.",
    ],
)
def test_sentence_missing_in_the_summary_is_carried_verbatim(forgetful):
    sentence = "The budget of Lisbon is 42,000 EUR."
    summary = kept(Draft(forgetful), f"Good morning. {sentence} How are you?")
    assert summary.carried == (Carried(1, sentence, "user"),)


def test_sentence_covered_by_the_facts_is_not_carried():
    summary = kept(
        Draft("They talked.", ("Budget of Lisbon: 42,000 EUR",)), "The budget of Lisbon is 42,000 EUR."
    )
    assert summary.facts == ("Budget of Lisbon: 42,000 EUR",) and not summary.carried


def test_invented_numbers_are_removed_from_the_summary():
    draft = Draft("The budget of Lisbon is 24,000 EUR. It is tight.", ("Deadline: 3 May",))
    summary = kept(draft, "The budget of Lisbon is 42,000 EUR.")
    assert summary.text == "It is tight."
    assert summary.facts == ()
    assert [one.text for one in summary.carried] == ["The budget of Lisbon is 42,000 EUR."]


@pytest.mark.parametrize(
    "sentence",
    [
        "we decided against a second database",
        "let's go with the blue one",
        "customers should be greeted by name",
        "das haben wir so beschlossen",
    ],
)
def test_decisions_and_wishes_are_carried(sentence):
    assert sentence in [one.text for one in kept(Draft("They talked."), sentence).carried]


def test_yes_is_carried_with_its_question():
    summary = kept(Draft("They talked."), "hello", "All is ready. Shall I mail the team?", "yes, go ahead")
    assert summary.carried == (Carried(3, "Shall I mail the team? → yes, go ahead", "user"),)


def test_actions_of_a_message_are_kept_as_facts():
    messages = [Utterance("id2", 2, "assistant", "Done.", deeds=("created task 'Write copy' (t-1)",))]
    assert guard_summary(Draft("They talked."), SummaryRequest(messages)).facts == (
        "created task 'Write copy' (t-1)",
    )


def test_facts_of_the_old_summary_are_kept():
    old = Summary(
        "Ann leads the launch in Graz.",
        ("Ticket OPS-1 is about search",),
        (Carried(3, "Bob pays 5 percent.", "user"),),
    )
    summary = kept(Draft("They went on."), "fine", current=old)
    assert "Ticket OPS-1 is about search" in summary.facts
    assert {one.text for one in summary.carried} == {"Ann leads the launch in Graz.", "Bob pays 5 percent."}


def test_carried_sentence_is_dropped_once_summarised():
    old = Summary("", (), (Carried(3, "Bob pays 5 percent.", "user"),))
    assert kept(Draft("Bob pays 5 percent."), "fine", current=old).carried == ()


def test_messages_kept_by_the_model_are_carried_whole():
    summary = kept(Draft("They talked.", kept=(1,)), "Dear all,\nplease stay calm.", "ok")
    assert summary.carried == (Carried(1, "Dear all,\nplease stay calm.", "user"),)


def test_oldest_carried_sentences_are_shortened_first():
    planted = facts(500, seed=3)
    request = SummaryRequest(said(*(fact.sentence for fact in planted)))
    summary = guard_summary(Draft("They talked."), request)
    assert sum(len(one.text) for one in summary.carried) <= MOST_CARRIED
    assert sum(map(len, summary.facts)) <= MOST_FACTS * 1.5
    assert not lost(planted, summary, [])
    assert summary.carried[-1].text == planted[-1].sentence


@given(st.lists(st.text("aB1 .,-'\n", max_size=40), max_size=6), st.text("aB1 .\n", max_size=60))
def test_every_name_and_number_is_kept(texts, draft):
    summary = kept(Draft(draft), *texts)
    tokens = frozenset().union(*(tokens_of(line) for line in [*summary.text.splitlines(), *summary.lines]))
    for text in texts:
        for sentence in sentences_of(text):
            assert marks_of(sentence) <= tokens


@given(st.text(max_size=200), st.integers(0, 3))
def test_shortening_keeps_names_and_numbers(text, around):
    for sentence in sentences_of(text):
        assert marks_of(sentence) <= tokens_of(shorten(sentence, (), around))


@given(st.text(max_size=300))
def test_splitting_sentences_loses_no_word(text):
    letters = [one for one in text if one.isalnum()]
    assert [one for one in "".join(sentences_of(text)) if one.isalnum()] == letters


@pytest.mark.parametrize("seed", [1, 2])
async def test_rules_keep_two_hundred_facts_of_sixty_turns(seed):
    planted = facts(200, seed)
    summary, open = await kept_of(conversation(planted, 60, seed), rules_only())
    assert summary.text and not lost(planted, summary, open)


async def test_facts_are_kept_when_the_model_forgets_them():
    planted = facts(200, seed=4)
    models, scripted = summarising(*[answer("They talked about their work.")] * 60)
    summary, open = await kept_of(conversation(planted, 60, seed=4), models)
    assert scripted.requests and summary.text == "They talked about their work."
    assert not lost(planted, summary, open)


async def test_unguarded_summary_loses_the_facts():
    planted = facts(200, seed=4)
    assert len(lost(planted, Summary("They talked about their work."), [])) == 200
