"""Which things words mean: all telling words count, a slip of the pen is forgiven, no more than that."""

from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.runs.by_rules.workspace.matching import meant, named_in, ordinal, picked
from agents.runs.by_rules.workspace.things import Thing
from agents.workspace.reading import Reference

PROJECT = UUID(int=1)
WORDS = ["launch", "budget", "flyers", "printer", "review", "halcyon", "orchard", "invoice", "summary"]


def things(*titles: str, kind: str = "task") -> list[Thing]:
    return [Thing(kind, uuid4(), title, PROJECT, state="todo") for title in titles]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("email the beta list", ["Email the beta list"]),
        ("beta list email thing", ["Email the beta list"]),
        ("beta", ["Email the beta list"]),
        ("email", ["Email the beta list", "Email the press"]),
        ("emial press", ["Email the press"]),
        ("Halycon prep", ["Halcyon prep"]),
        ("Q3 report", ["Report for Q3"]),
        ("Q4 report", []),
        ("dentist", []),
        ("the", []),
    ],
)
def test_things_are_found_by_the_words_of_their_titles(words: str, found: list[str]):
    known = things("Email the beta list", "Email the press", "Halcyon prep", "Report for Q3")
    assert [one.title for one in meant(Reference(words), known)] == found


def test_a_kind_that_is_said_rules_out_the_others():
    known = [*things("Launch"), *things("Launch", kind="goal")]
    assert [one.kind for one in meant(Reference("launch", "goal"), known)] == ["goal"]
    assert meant(Reference("launch", "risk"), known) == []


def test_the_whole_title_comes_before_titles_that_only_hold_its_words():
    known = things("Pricing", "Pricing research")
    assert [one.title for one in meant(Reference("pricing"), known)] == ["Pricing"]


@given(st.sampled_from(WORDS), st.sampled_from(WORDS), st.data())
def test_one_slip_finds_the_same_and_never_another(first: str, second: str, data: st.DataObject):
    place = data.draw(st.integers(1, len(first) - 2))
    swapped = first[:place] + first[place + 1] + first[place] + first[place + 2 :]
    known = things(*(word.capitalize() for word in {first, second}))
    assert [one.title for one in meant(Reference(swapped), known)] == [first.capitalize()]


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        ("2", "Beta"),
        ("the first one", "Alpha"),
        ("last", "Gamma"),
        ("Beta", "Beta"),
        ("the gamma one", "Gamma"),
    ],
)
def test_an_option_is_picked_by_its_place_or_its_name(answer: str, title: str):
    assert [one.title for one in picked(answer, things("Alpha", "Beta", "Gamma"))] == [title]


def test_what_picks_nothing_is_no_choice():
    assert picked("7", things("Alpha", "Beta")) == [] and picked("hmm", things("Alpha", "Beta")) == []
    assert ordinal("the review") is None


def test_titles_are_found_in_a_sentence_the_longest_first():
    known = things("Launch", "Launch party")
    found = named_in("add a task for the launch party", known)
    assert [one.title for one in found] == ["Launch party", "Launch"]
