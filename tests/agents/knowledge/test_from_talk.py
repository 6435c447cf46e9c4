"""Statements in a talk answer questions about it, and the newest one wins."""

from datetime import UTC, datetime

import pytest

from agents.knowledge.from_talk import NOT_KEPT, answer_from_talk
from agents.memory.state.applying import apply_updates
from agents.memory.state.facts import facts_of, note_facts
from agents.memory.state.values import AgentState
from intent.statements.facts import read_statement, statements_in
from omniforge.llm.types import ChatMessage

NOW = datetime(2026, 11, 20, tzinfo=UTC)
TOLD = (
    "We open on 4 April 2027.",
    "The rent is 2,150 euros a month and rises by 3 percent each year.",
    "remember that our head baker is Ottilie Brandt",
    "By the way, the oven weighs 900 kilos. It comes from Turin.",
    "The budget for the party is 1,800 euros.",
    "Our landlord is called Piet Maas; his number is 0151 496 0277.",
    "Flour is delivered every Tuesday at 5:30.",
    "Our EIN is 84-2931120.",
    "We have eleven employees, two of them apprentices.",
    "Please note: Chidinma handles customs, Lars does the trucking.",
)
ASIDE = (
    "Ola and Bix are in the garage, Wim and Zoe at the pump.",
    "We have two vans, Daisy and Rumble.",
    "I'm on the early shift on Mondays and Thursdays.",
    "Jutta is off till 9 March, her knee is bad.",
    "All keys hang on red hooks.",
    "the tenant at quay road is a mrs dunlop, she wants letters only",
)


def answered(question: str, *said: str) -> str:
    answer = answer_from_talk([ChatMessage("user", one) for one in said], question)
    return answer.text if answer else ""


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("When do we open?", "4 April 2027"),
        ("When is the opening?", "4 April 2027"),
        ("What is the rent?", "2,150 euros"),
        ("How much is the rent?", "2,150 euros"),
        ("Who is our head baker?", "Ottilie Brandt"),
        ("How heavy is the oven?", "900 kilos"),
        ("What did I say about the budget for the party?", "1,800 euros"),
        ("Who is the landlord?", "Piet Maas"),
        ("When does the flour come?", "every Tuesday"),
        ("How many employees do we have?", "eleven"),
        ("When do we open, and what is the rent?", "2,150 euros"),
        ("whats our EIN", "84-2931120"),
        ("wat is the rent", "2,150 euros"),
        ("who does the trucking?", "Lars does the trucking"),
    ],
)
def test_question_finds_a_stated_fact(question, fact):
    assert fact in answered(question, *TOLD)


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("Who works at the pump?", "Wim and Zoe"),
        ("where does Bix work?", "in the garage"),
        ("which vans do we have?", "Daisy and Rumble"),
        ("which days did I say I'm here?", "Mondays and Thursdays"),
        ("when did I say Jutta is back?", "till 9 March"),
        ("what colour are the hooks for the keys?", "red hooks"),
        ("who was the tenant at quay road again?", "mrs dunlop"),
    ],
)
def test_remark_is_found_by_a_reworded_question(question, fact):
    said = [
        ChatMessage(role, text) for one in ASIDE for role, text in (("user", one), ("assistant", NOT_KEPT))
    ]
    assert fact in getattr(answer_from_talk(said, question), "text", "")


@pytest.mark.parametrize(
    "question",
    [
        "Who is the mayor?",
        "What is the deposit?",
        "When do we close?",
        "Where do we buy flour?",
        "How much is the oven?",
        "Who works at the lighthouse?",
        "what do I have to do?",
        "when am I back?",
        "what colour is the van?",
    ],
)
def test_unstated_fact_is_not_made_up(question):
    assert answered(question, *TOLD, *ASIDE) == ""


@pytest.mark.parametrize(
    ("corrected", "question", "fact"),
    [
        ("Actually we open on 11 April 2027.", "When do we open?", "11 April 2027"),
        ("No, 11 April.", "When do we open?", "We open on 11 April"),
        ("Forget that, the rent is 2,300 euros a month", "What is the rent?", "2,300 euros"),
        ("The budget for the party is now 2,400 euros.", "What is the budget for the party?", "2,400 euros"),
        ("Sorry, I meant 2,300 euros.", "What is the budget of the party?", "2,300 euros"),
        ("Correction: Tom Berg", "Who is our landlord?", "Tom Berg"),
    ],
)
def test_newest_statement_replaces_older_ones(corrected, question, fact):
    said = (
        TOLD
        if "Tom" not in corrected and "2,300" not in corrected
        else (*TOLD[:5], "Our landlord is called Piet Maas.")
    )
    said = TOLD[:5] if "2,300" in corrected else said
    assert fact in answered(question, *said, corrected)


@pytest.mark.parametrize(
    "said",
    [
        "When do we open?",
        "wat time do we open on saterdays",
        "wich supplier delivers every week",
        "Create a task called Rent is due",
        "Please add the rent to the budget",
        "maybe we should raise the prices",
        "can you tell me what the rent is",
        "what if the oven is broken",
        "let's see what the rent is",
        "I want an agent that is fast",
        "thanks a lot",
        "ok",
    ],
)
def test_questions_and_orders_are_not_statements(said):
    assert read_statement(said) is None


@pytest.mark.parametrize(
    "said",
    [
        "remember that the lease is signed",
        "can you remember that Mr Abara prefers mornings",
        "hi, our groomer is called Fenella",
        "our EIN is 12-3456789",
        "Bill's number is 555-0143",
        "we close at 5 on Fridays",
        "we have eleven employees",
        "Dana is our accountant",
        "my birthday is 3 May",
        "i work nights",
        "our colours are green and gold",
        "By the way, the oven weighs 900 kilos",
        "Please note: Chidinma handles customs and Lars does the trucking",
        "Chidinma handles customs, Lars does the trucking and Mei Ling writes the invoices.",
    ],
)
def test_casually_typed_facts_are_read(said):
    assert statements_in([said])


@pytest.mark.parametrize(
    "said",
    [
        "quotes are due on 4 Dec",
        "the lease is signed",
        "the torches arrived today",
        "thats done",
        "print flyers isnt done yet",
        "bunting is dai's",
        "Bunting is Dai's",
        "rhys is doing the bunting now",
        "portaloos is urgent",
        "tents is due 12/3 not 12/4",
        "the roof milestone is now 20 December",
        "and sioned's one is wednesday",
        "the meeting is at 3",
        "traffic was mad today",
        "ugh this week is a lot",
        "i'm so tired",
        "Sarah is off sick today",
        "we lost the Hartley account",
        "the new guy starts monday",
        "my flight leaves at 6pm",
        "my brother is in hospital",
        "the surveyor is 20 minutes away",
        "i have two meetings",
        "heads up, the lift is broken",
    ],
)
def test_passing_status_is_not_a_fact(said):
    assert read_statement(said) is None


def test_correction_updates_the_value_in_the_fuller_fact():
    said = ("the fee for the tour is 850 euros", "no, the fee is 900")
    assert answered("what's the tour fee then", *said) == "You said: “The fee for the tour is 900 euros”"
    said = ("Mr Abara prefers evenings", "actually he prefers mornings")
    assert answered("What does Mr Abara prefer?", *said) == "You said: “Mr Abara prefers mornings”"


def test_forgotten_fact_answers_nothing():
    said = ("the tour fee is 850 euros", "the lease costs 900 a month", "you can forget the fee please")
    assert answered("what is the tour fee", *said) == ""
    assert "lease" in answered("what does the lease cost", *said)
    state = AgentState()
    for message in said:
        state = apply_updates(state, tuple(note_facts(state, message, NOW)))
    assert facts_of(state) == ("The lease costs 900 a month",)
