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


def test_what_the_summary_says_need_not_be_carried():
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
def test_what_it_does_not_say_in_one_line_is_carried_word_for_word(forgetful):
    sentence = "The budget of Lisbon is 42,000 EUR."
    summary = kept(Draft(forgetful), f"Good morning. {sentence} How are you?")
    assert summary.carried == (Carried(1, sentence, "user"),)


def test_a_line_among_the_facts_is_as_good():
    summary = kept(
        Draft("They talked.", ("Budget of Lisbon: 42,000 EUR",)), "The budget of Lisbon is 42,000 EUR."
    )
    assert summary.facts == ("Budget of Lisbon: 42,000 EUR",) and not summary.carried


def test_numbers_that_nobody_named_are_left_out():
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
def test_decisions_and_wishes_are_facts_without_any_name_or_number(sentence):
    assert sentence in [one.text for one in kept(Draft("They talked."), sentence).carried]


def test_a_yes_is_kept_with_the_question_that_it_answers():
    summary = kept(Draft("They talked."), "hello", "All is ready. Shall I mail the team?", "yes, go ahead")
    assert summary.carried == (Carried(3, "Shall I mail the team? → yes, go ahead", "user"),)


def test_deeds_are_facts_of_their_own():
    messages = [Utterance("id2", 2, "assistant", "Done.", deeds=("created task 'Write copy' (t-1)",))]
    assert guard_summary(Draft("They talked."), SummaryRequest(messages)).facts == (
        "created task 'Write copy' (t-1)",
    )


def test_what_the_old_summary_said_is_guarded_too():
    old = Summary(
        "Ann leads the launch in Graz.",
        ("Ticket OPS-1 is about search",),
        (Carried(3, "Bob pays 5 percent.", "user"),),
    )
    summary = kept(Draft("They went on."), "fine", current=old)
    assert "Ticket OPS-1 is about search" in summary.facts
    assert {one.text for one in summary.carried} == {"Ann leads the launch in Graz.", "Bob pays 5 percent."}


def test_a_carried_sentence_goes_once_the_summary_says_it():
    old = Summary("", (), (Carried(3, "Bob pays 5 percent.", "user"),))
    assert kept(Draft("Bob pays 5 percent."), "fine", current=old).carried == ()


def test_messages_that_the_model_keeps_stay_whole():
    summary = kept(Draft("They talked.", kept=(1,)), "Dear all,\nplease stay calm.", "ok")
    assert summary.carried == (Carried(1, "Dear all,\nplease stay calm.", "user"),)


def test_too_much_is_shortened_oldest_first_and_keeps_its_marks():
    planted = facts(500, seed=3)
    request = SummaryRequest(said(*(fact.sentence for fact in planted)))
    summary = guard_summary(Draft("They talked."), request)
    assert sum(len(one.text) for one in summary.carried) <= MOST_CARRIED
    assert sum(map(len, summary.facts)) <= MOST_FACTS * 1.5
    assert not lost(planted, summary, [])
    assert summary.carried[-1].text == planted[-1].sentence


@given(st.lists(st.text("aB1 .,-'\n", max_size=40), max_size=6), st.text("aB1 .\n", max_size=60))
def test_every_mark_that_was_said_can_be_found_again(texts, draft):
    summary = kept(Draft(draft), *texts)
    tokens = frozenset().union(*(tokens_of(line) for line in [*summary.text.splitlines(), *summary.lines]))
    for text in texts:
        for sentence in sentences_of(text):
            assert marks_of(sentence) <= tokens


@given(st.text(max_size=200), st.integers(0, 3))
def test_shortening_keeps_every_mark(text, around):
    for sentence in sentences_of(text):
        assert marks_of(sentence) <= tokens_of(shorten(sentence, (), around))


@given(st.text(max_size=300))
def test_sentences_lose_no_word(text):
    words = [word for word in text.split() if any(one.isalnum() for one in word)]
    found = " ".join(sentences_of(text)).split()
    assert [word for word in found if any(one.isalnum() for one in word)] == words


@pytest.mark.parametrize("seed", [1, 2])
async def test_two_hundred_facts_of_sixty_turns_are_kept_by_rules(seed):
    planted = facts(200, seed)
    summary, open = await kept_of(conversation(planted, 60, seed), rules_only())
    assert summary.text and not lost(planted, summary, open)


async def test_they_are_kept_when_the_model_forgets_on_purpose():
    planted = facts(200, seed=4)
    models, scripted = summarising(*[answer("They talked about their work.")] * 60)
    summary, open = await kept_of(conversation(planted, 60, seed=4), models)
    assert scripted.requests and summary.text == "They talked about their work."
    assert not lost(planted, summary, open)


async def test_without_the_guard_they_would_be_lost():
    planted = facts(200, seed=4)
    assert len(lost(planted, Summary("They talked about their work."), [])) == 200
