"""Numbers, places, people and names in texts, and how texts are cut."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent.slots import (
    best_names,
    certain_name,
    clauses,
    find_numbers,
    find_people,
    find_quotes,
    fold,
    is_guess,
    list_items,
    read_count,
    read_number,
    read_people,
    read_place,
    sentences,
)
from tests.intent.slots.rows import each, each_text, table

OPENERS = {"create", "delete", "pause", "run", "erstelle"}


@each("numbers", "numbers")
def test_numbers_are_found(text: str, expected: list[str]):
    (found,) = find_numbers(text)
    assert (found.value, found.unit) == (Decimal(expected[0]), expected[1])


@each_text("numbers")
def test_other_words_are_no_numbers(text: str):
    assert find_numbers(text) == []


@pytest.mark.parametrize(("mark", "value"), [(",", "1250"), (".", "1.250")])
def test_a_hint_decides_on_a_single_mark(mark: str, value: str):
    found = read_number("1.250", mark)
    assert found and found.value == Decimal(value)


@each("numbers", "counts")
def test_counts_are_read(text: str, expected: int):
    assert read_count(text) == expected


@each("numbers", "places")
def test_places_are_read(text: str, expected: str):
    found = read_place(text)
    assert found and "abcdef"[found.places] == expected


@each_text("numbers", "no_places")
def test_other_words_are_no_places(text: str):
    assert read_place(text) is None


@each("names", "exact")
def test_a_name_is_certain_in_whatever_spelling(text: str, expected: str):
    matches = best_names(text, table("names")["candidates"])
    assert certain_name(matches) == expected and not is_guess(matches)


@each("names", "guesses")
def test_a_likely_name_is_a_guess(text: str, expected: str):
    matches = best_names(text, table("names")["candidates"])
    assert matches[0].name == expected and is_guess(matches)


@each_text("names", "unclear")
def test_two_names_that_fit_alike_are_a_guess_however_low_the_bar(text: str):
    matches = best_names(text, table("names")["candidates"])
    assert len(matches) > 1 and certain_name(matches, least=0) is None


@each_text("names")
def test_other_words_are_no_names(text: str):
    assert best_names(text, table("names")["candidates"]) == []


@given(st.lists(st.text(min_size=1, max_size=30), max_size=8), st.text(max_size=30))
def test_no_name_is_too_strange(names: list[str], words: str):
    matches = best_names(words, names)
    assert all(match.name in names and 0 < match.score <= 101 for match in matches)


@each("people", "whole")
def test_people_are_read(text: str, expected: list[str]):
    assert [person.name for person in read_people(text) or ()] == expected


@each_text("people")
def test_other_words_are_no_people(text: str):
    assert read_people(text) is None


@each("people", "inside")
def test_people_are_found(text: str, expected: list[str]):
    assert [person.name for person in find_people(text)] == expected


@each("text", "sentences")
def test_sentences_are_cut(text: str, expected: list[str]):
    assert [part.words for part in sentences(text)] == expected


@each("text", "clauses")
def test_clauses_are_cut_before_verbs(text: str, expected: list[str]):
    assert [part.words for part in clauses(text, OPENERS)] == expected


@each("text", "items")
def test_lists_are_cut(text: str, expected: list[str]):
    assert [part.words for part in list_items(text)] == expected


@each("text", "quotes")
def test_quotes_are_found(text: str, expected: list[str]):
    assert [part.words for part in find_quotes(text)] == expected


@given(st.text(max_size=200))
def test_parts_stand_where_they_say(text: str):
    assert len(fold(text)) == len(text)
    for part in (*sentences(text), *clauses(text, OPENERS)):
        assert text[part.start : part.end] == part.words
