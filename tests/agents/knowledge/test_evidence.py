"""What a sentence needs to count as an answer, however similar it is in meaning."""

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from agents.knowledge.candidates import Candidate, candidates_in
from agents.knowledge.closeness import Closeness
from agents.knowledge.evidence import Evidence, weigh
from agents.knowledge.matches import match
from agents.knowledge.search import merge_hits
from intent.questions.asked import Question, read_question
from omniforge.projects.kinds import Kind
from omniforge.projects.search import Hit, Hits

VALUES = tomllib.loads(Path(__file__).with_name("nearest.toml").read_text())["value"]


def strength(kind: Kind, title: str, text: str, asks: str) -> float:
    """Return how strongly a text answers a question, at the highest similarity."""
    hit = Hit(kind, uuid4(), title, uuid4(), "", text, text, 1.0, 0, ("Fleet", title))
    question, (candidate,) = read_question(asks), candidates_in([hit])
    closeness = Closeness({question.in_full: (1.0,)}, {candidate.in_context: (1.0,)})
    return weigh(question, [candidate], {}, closeness)[0].strength


@pytest.mark.parametrize(
    ("asks", "is_answer"),
    [
        ("Who is our contact in Oslo?", True),
        ("Who is our contact in Riga?", False),
        ("What's the number of our contact in Riga?", False),
        ("¿Quién es nuestro contact en Riga?", False),
    ],
)
def test_sentence_about_another_name_is_not_evidence(asks: str, is_answer: bool):
    said = "Our contact is Nils Berg, 0044 55 66 77."
    assert (strength(Kind.DOCUMENT, "Oslo", said, asks) >= 1) is is_answer


@pytest.mark.parametrize(
    ("said", "is_answer"),
    [
        ("The van is insured by Borealis Mutual.", True),
        ("The van is insured for anyone over 25.", False),
        ("The van is insured for anyone over 25; dents are told to Greta on the same day.", False),
    ],
)
def test_which_firm_is_answered_by_a_name(said: str, is_answer: bool):
    assert (strength(Kind.DOCUMENT, "Fleet", said, "Which insurer covers the van?") >= 1) is is_answer


@pytest.mark.parametrize("asks", ["What is Nils Berg allergic to?", "Does Nils Berg smoke?"])
def test_assignee_answers_only_questions_about_the_task(asks: str):
    assert strength(Kind.TASK, "Paint the mast", "Nils Berg", asks) < 1
    assert strength(Kind.TASK, "Paint the mast", "Nils Berg", "Who will paint the mast?") >= 1


@pytest.mark.parametrize(
    ("said", "is_answer"),
    [("The hall seats 64.", True), ("Another 20 people can stand behind them.", False)],
)
def test_additional_number_is_not_evidence_for_a_count(said: str, is_answer: bool):
    assert (strength(Kind.DOCUMENT, "Hall", said, "how many people does the hall seat?") >= 1) is is_answer


@pytest.mark.parametrize(
    ("said", "asks", "is_answer"),
    [
        ("The shelf life of rye bread is 6 days.", "What is the shelf life of rye bread?", True),
        ("The shelf life of rye bread is 6 days.", "What is the shelf life of white bread?", False),
        ("The limit for lead in pipe water is 10 units.", "What is the limit for zinc in pipe water?", False),
        ("The fee for adult members is 9 pounds.", "What is the fee for members?", True),
    ],
)
def test_sentence_about_another_thing_is_not_evidence(said: str, asks: str, is_answer: bool):
    assert (strength(Kind.DOCUMENT, "Stock", said, asks) >= 1) is is_answer


def test_a_word_of_the_question_is_no_synonym_for_another():
    said = "A holiday needs a week's notice."
    hit = Hit(Kind.DOCUMENT, uuid4(), "Leave", uuid4(), "", "", said, 1.0, 0, ())
    (candidate,) = candidates_in([hit])
    assert match("resign", candidate) > 0
    assert match("resign", candidate, ("notic", "resign")) == 0


@pytest.mark.parametrize("row", VALUES, ids=lambda row: row["asks"])
def test_value_of_another_kind_is_not_evidence(row):
    assert strength(Kind.DOCUMENT, "Works", row["holds"], row["asks"]) >= 1
    assert strength(Kind.DOCUMENT, "Works", row["lacks"], row["asks"]) < 1


def test_what_is_free_is_not_the_charge_that_stands_beside_it():
    said = "A stall may be swapped once, free of charge, to noon. After that there is an exchange fee of £3."
    hit = Hit(Kind.DOCUMENT, uuid4(), "Market", uuid4(), "", said, said, 1.0, 0, ("Fleet", "Market"))
    question = read_question("How much is the exchange fee for a stall after noon?")
    free, fee = weigh_as_close(question, candidates_in([hit]))
    assert free.strength < 1
    assert fee.candidate.text.startswith("After that")


def weigh_as_close(question: Question, candidates: Sequence[Candidate]) -> list[Evidence]:
    """Return the candidates as evidence at the highest similarity, in the order of the text."""
    closeness = Closeness({question.in_case: (1.0,)}, {one.in_context: (1.0,) for one in candidates})
    found = weigh(question, candidates, {}, closeness)
    return sorted(found, key=lambda one: candidates.index(one.candidate))


def test_merged_hit_keeps_its_closeness_to_the_question():
    hit = Hit(Kind.DOCUMENT, uuid4(), "Oslo", uuid4(), "", "It rains.", "It rains.", 1.0, 0, closeness=0.7)
    other = Hit(Kind.DOCUMENT, uuid4(), "Riga", uuid4(), "", "It snows.", "It snows.", 1.0, 0, closeness=0.2)
    merged = merge_hits(Hits([hit]), Hits([other, replace(hit, closeness=0.1)]))
    assert {one.title: one.closeness for one in merged} == {"Oslo": 0.7, "Riga": 0.2}
