"""Counting tokens without a network."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omniforge.llm.tokens import _seed_cache, count


def test_counts_are_those_of_the_model():
    assert (count(""), count("hello world")) == (0, 2)


@given(st.text(max_size=200))
def test_any_text_can_be_counted(text):
    assert count(text) <= 3 * len(text.encode("utf-8", "surrogatepass"))


def test_words_that_are_special_to_a_model_are_just_text():
    assert count("<|endoftext|>") > 1


@pytest.mark.parametrize("text", ["a", " ", "\n", "^", "🙂", "a1", "日"])
def test_a_long_message_of_one_character_does_not_block(text):
    count("loaded")
    started = time.perf_counter()
    assert count(text * 10_000) > 0
    assert time.perf_counter() - started < 0.25


@pytest.mark.parametrize("text", [" ", "a", "\n", "x y "])
def test_a_document_of_a_million_characters_can_be_counted(text):
    exact = count(text * 10_000 if len(text) == 1 else text * 2_500) * 100
    assert count((text * 1_000_000)[:1_000_000]) == exact


def test_the_table_is_put_under_var(tmp_path):
    folder = _seed_cache(tmp_path / "tiktoken")
    [table] = folder.iterdir()
    written = table.stat().st_mtime_ns
    assert table.stat().st_size > 3_000_000
    assert _seed_cache(folder) == folder and table.stat().st_mtime_ns == written
