"""Numbers, places and names in texts, and how texts are split."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent.slots import (
    best_names,
    certain_name,
    find_numbers,
    fold,
    sentences,
)
from tests.intent.slots.rows import each, each_text, table


@each("numbers", "numbers")
def test_numbers_are_found_with_their_units(text: str, expected: list[str]):
    (found,) = find_numbers(text)
    assert (found.value, found.unit) == (Decimal(expected[0]), expected[1])


@each_text("numbers")
def test_other_words_are_not_read_as_numbers(text: str):
    assert find_numbers(text) == []


@pytest.mark.parametrize(("mark", "value"), [(",", "1250"), (".", "1.250")])
def test_hint_decides_whether_a_mark_is_decimal(mark: str, value: str):
    (found,) = find_numbers("1.250", mark)
    assert found.value == Decimal(value)


@each("names", "exact")
def test_name_is_certain_despite_case_and_spelling(text: str, expected: str):
    matches = best_names(text, table("names")["candidates"])
    assert certain_name(matches) == expected


@each("names", "guesses")
def test_likely_name_is_only_a_guess(text: str, expected: str):
    matches = best_names(text, table("names")["candidates"])
    assert matches[0].name == expected and certain_name(matches) is None


@each_text("names", "unclear")
def test_tied_names_are_never_certain(text: str):
    matches = best_names(text, table("names")["candidates"])
    assert len(matches) > 1 and certain_name(matches, least=0) is None


@each_text("names")
def test_other_words_match_no_name(text: str):
    assert best_names(text, table("names")["candidates"]) == []


@given(st.lists(st.text(min_size=1, max_size=30), max_size=8), st.text(max_size=30))
def test_no_name_is_too_strange(names: list[str], words: str):
    matches = best_names(words, names)
    assert all(match.name in names and 0 < match.score <= 101 for match in matches)


@each("text", "sentences")
def test_text_is_split_into_sentences(text: str, expected: list[str]):
    assert [part.words for part in sentences(text)] == expected


@given(st.text(max_size=200))
def test_parts_stand_where_they_say(text: str):
    assert len(fold(text)) == len(text)
    for part in sentences(text):
        assert text[part.start : part.end] == part.words
