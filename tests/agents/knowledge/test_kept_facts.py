"""Which statements of a talk are kept as facts, how they are corrected, and names."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from agents.knowledge.from_talk import answer_from_talk
from agents.memory.state.applying import apply_updates
from agents.memory.state.facts import facts_of, note_facts
from agents.memory.state.values import AgentState
from intent.statements.facts import statements_in
from omniforge.llm.types import ChatMessage

NOW = datetime(2026, 11, 20, tzinfo=UTC)


def answered(question: str, *said: str) -> str:
    answer = answer_from_talk([ChatMessage("user", one) for one in said], question)
    return answer.text if answer else ""


def test_noted_facts_are_corrected_by_later_ones():
    state = AgentState()
    for message in (
        "We open on 4 April 2027. The rent is 2,150 euros.",
        "Who pays it?",
        "No, we open on 11 April 2027.",
    ):
        state = apply_updates(state, tuple(note_facts(state, message, NOW)))
    assert facts_of(state) == ("The rent is 2,150 euros.", "We open on 11 April 2027.")
    assert list(note_facts(state, "The rent is 2,150 euros.", NOW)) == []
    answer = answer_from_talk([], "When do we open?", facts=facts_of(state))
    assert answer and answer.facts == ("We open on 11 April 2027.",)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (("The client is with Marek.", "the client is now with Rohan"), ["The client is now with Rohan"]),
        (("The alarm code is 4471.", "The alarm code is 9902."), ["The alarm code is 9902."]),
        (("The fee is 800 euros.", "Forget that, the fee is 900 euros."), ["The fee is 900 euros."]),
        (
            ("The client is with Marek.", "The client is in Leeds now."),
            ["The client is with Marek.", "The client is in Leeds now."],
        ),
        (("Bill's number is 07700 900123.", "forget bills number"), []),
    ],
)
def test_current_statement_replaces_the_earlier_one(said, left):
    assert [one.text for one in statements_in(said)] == left


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("fyi our riders get 4.80 euros per drop", "Our riders get 4.80 euros per drop"),
        ("Please note: Mrs Okafor wants white lilies.", "Mrs Okafor wants white lilies."),
        ("Please remember: invoices for Ayutla go to Ines.", "Invoices for Ayutla go to Ines."),
        ("Just so you know, Imani is on leave until 12 December.", "Imani is on leave until 12 December."),
    ],
)
def test_fact_to_remember_is_kept_verbatim(said: str, fact: str):
    assert [one.text for one in statements_in([said])] == [fact]


@pytest.mark.parametrize("said", ["remember to ring Ann", "note: order milk", "please note down the code"])
def test_order_to_note_something_is_not_a_fact(said: str):
    assert statements_in([said]) == []


def test_mixed_up_fact_is_corrected():
    told = ["Entrance to the fair is 25 rand.", "sorry, I mixed that up, entrance to the fair is 35 rand"]
    assert [one.text for one in statements_in(told)] == ["Entrance to the fair is 35 rand"]


def test_typo_in_the_last_fact_is_corrected():
    told = ["The plate of the new van is SN26 KLM.", "typo, it's SN26 KLB"]
    assert [one.text for one in statements_in(told)] == ["The plate of the new van is SN26 KLB."]


def _told(said: Sequence[str], question: str) -> str:
    found = answer_from_talk((), question, facts=said)
    return found.text if found else ""


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        (
            ["Remember for us: our lease is due on the 4th.", "Sorry, misread it, it's due on the 14th."],
            "When is our lease due?",
            "Our lease is due on the 14th.",
        ),
        (
            ["The code of the safe in the back office is 5512.", "oops, digits swapped, the code is 5521"],
            "what is the code of the safe in the back office?",
            "The code of the safe in the back office is 5521.",
        ),
        (["I'm Henrike and I lead the nursery."], "do you still know what I'm called?", "I'm Henrike"),
        (["My name is Osman, I keep the books"], "and what's my name", "My name is Osman"),
        (["There are twelve of us, and on Mondays we open at 10."], "how many of us are there?", "twelve"),
        (["There are twelve of us, and on Mondays we open at 10."], "when do we open on mondays", "at 10"),
        (["Greta stands in for our caretaker in July."], "Who stands in for the caretaker in July?", "Greta"),
    ],
)
def test_lasting_fact_is_kept_and_corrected(said: list[str], question: str, answer: str):
    assert answer in _told(said, question)
    assert len(_told(said, question).split("You said")) == 2


@pytest.mark.parametrize(
    ("said", "question"),
    [
        (["I'm off to lunch"], "what's my name?"),
        (["There are nine problems with it"], "how many of us are there?"),
        (["I'm Ben today's driver"], "how many of us are there?"),
        (["Our fee is 90 euros.", "Sorry, wrong number"], "what is my name?"),
    ],
)
def test_name_and_headcount_are_not_guessed(said: list[str], question: str):
    assert _told(said, question) == ""


@pytest.mark.parametrize(
    "said",
    [
        "The Hadley wedding is for 80 guests.",
        "The boat lift is on 23 January 2027.",
        "our summer fete is on Saturday 4 July at the rectory",
        "The coach trip is for about 48 people",
        "the parish lunch is on the 4th of May",
        "Tasting night for the cellar is 12 March 2027.",
        "market day at the farm will be on 6 June",
        "Stocktaking week is fixed for 11 January 2027",
    ],
)
def test_occasion_is_kept_only_if_the_reply_noted_it(said: str):
    assert statements_in([said], [said]) and not statements_in([said])


@pytest.mark.parametrize(
    "said",
    [
        "The meeting is on 23 January",
        "The demo is on Friday",
        "The invoice is due on 4 May",
        "The wedding is a disaster",
        "The boat lift is tomorrow",
        "it is on 4 May",
        "She is on 4 May",
        "Parking is on 4 May",
        "The day is 4 May",
        "Everything else is on 4 May",
        "Planning call is on 4 May",
        "Order paper is 4 May",
    ],
)
def test_unnamed_event_is_not_kept_as_an_occasion(said: str):
    assert not statements_in([said], [said])


@pytest.mark.parametrize(
    "now",
    [
        "sorry, the boat lift is on 30 January 2027",
        "correction, the boat lift is on 30 January 2027",
        "they've just rung: the boat lift is on 30 January 2027",
        "sorry, the yard has just emailed: the boat lift is now on 30 January 2027",
        "the boat lift is now on 30 January 2027",
    ],
)
def test_newest_date_of_an_occasion_is_told(now: str):
    said = ("The boat lift is on 23 January 2027.", now)
    talk = [
        one for told in said for one in (ChatMessage("user", told), ChatMessage("assistant", "Noted: “…”"))
    ]
    answer = answer_from_talk(talk, "when is the boat lift?")
    assert answer and "30 January" in answer.text and "23" not in answer.text


CALLED = (
    "Our new accountant is called Theo Marchetti.",
    "our landlord is Mrs Okafor",
    "my dog's name is Biscuit",
    "The dentist is called Dr Kay and the vet is called Dr Moon",
)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("what's our accountant's name again?", "Marchetti"),
        ("What was the name of the landlord?", "Okafor"),
        ("what is our landlord called", "Okafor"),
        ("what is my dog called again?", "Biscuit"),
        ("whats the vets name", "Moon"),
    ],
)
def test_name_is_found_by_role(question: str, name: str):
    assert name in answered(question, *CALLED)


@pytest.mark.parametrize(
    "question", ["what's the driver's name?", "what's our accountant's number?", "what is our cat called?"]
)
def test_name_of_another_role_is_not_told(question: str):
    assert answered(question, *CALLED) == ""


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("Our new milk supplier is Hollow Farm", "who supplies our milk?"),
        ("Our cleaner is Fern Abbott", "who cleans for us?"),
        ("Our van insurer is Bluebridge", "who insures our van?"),
    ],
)
def test_question_with_a_verb_finds_the_role_noun(told, question):
    assert told in answered(question, told)
