"""What rules can do with a text, and which text is meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.material import read_task
from agents.text_work import summarise, work_by_rules
from omniforge.llm.types import ChatMessage

TEXT = (
    "The launch moved to 12 May 2026. Ann Lee owns the launch checklist. The budget is 40,000 "
    "euros and the launch needs "
    "legal review. Coffee was good. Legal review of the launch takes two weeks. Write to ann@example.org."
)


def test_a_summary_is_made_of_the_texts_own_sentences_in_their_order():
    sentences = [line[2:] for line in summarise(TEXT).splitlines()]
    assert len(sentences) == 3 and all(sentence in TEXT for sentence in sentences)
    assert sentences == sorted(sentences, key=TEXT.index) and "Coffee was good." not in sentences


@pytest.mark.parametrize(
    ("task", "found"),
    [
        ("find the dates", "- 12 May 2026"),
        ("which numbers are there", "40,000 euros"),
        ("extract the names", "- Ann Lee"),
        ("list the e-mail addresses", "- ann@example.org"),
        ("count the words", "- words: 38"),
    ],
)
def test_what_is_asked_for_is_found(task: str, found: str):
    assert found in work_by_rules(task, TEXT)


MINUTES = "We agreed on blue. Lee will call the printer. Open: the booth. Who pays for it? It was warm."


@pytest.mark.parametrize(
    ("task", "lines"),
    [
        ("decisions", ["We agreed on blue."]),
        ("the open points", ["Open: the booth.", "Who pays for it?"]),
        ("action items", ["Lee will call the printer."]),
    ],
)
def test_minutes_give_what_was_decided_is_open_or_to_be_done(task: str, lines: list[str]):
    assert work_by_rules(task, MINUTES).splitlines()[2:] == [f"- {line}" for line in lines]


def test_what_is_to_be_shorter_is_one_sentence():
    assert work_by_rules("make it shorter", TEXT).count("\n- ") == 1


def test_what_rules_cannot_do_gives_nothing():
    assert work_by_rules("write a poem", TEXT) == ""


@given(st.text(max_size=300), st.text(max_size=300))
def test_no_text_is_too_strange(task: str, text: str):
    assert isinstance(work_by_rules(task, text), str) and isinstance(summarise(text), str)


def test_the_text_stands_in_the_message_or_was_said_just_before():
    given_now = read_task(f"Summarise this: {TEXT}", ())
    assert (given_now.words, given_now.text) == ("Summarise this", TEXT)
    said = (ChatMessage("user", TEXT), ChatMessage("assistant", "Thank you. " * 30))
    assert read_task("now summarise it", said).text == TEXT
    asked = (ChatMessage("user", f"Summarise this: {TEXT}"),)
    assert read_task("make it shorter", asked).text == TEXT
    assert (
        read_task("summarise our conversation", (ChatMessage("user", "short"), *said)).text
        == f"short\n{TEXT}"
    )


def test_a_request_alone_has_no_text():
    assert read_task("summarise the weekly report", ()).text == ""
