"""Questions about earlier conversations, told from those about this one and about agents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.plans.by_rules.earlier_talk import read_recalling


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ("what did we agree on pricing?", "pricing"),
        ("What did we agree on about the launch?", "the launch"),
        ("remember when we set up the Notion reporter?", "set up the Notion reporter"),
        ("what did I say about pricing", "pricing"),
        ("what did we decide about the budget last week?", "the budget"),
        ("when did we talk about the offsite?", "the offsite"),
        ("did I mention the Acme contract before?", "the Acme contract"),
        ("do you remember what we decided about the logo?", "the logo"),
        ("search my conversations for summer party", "summer party"),
        ("What was the decision on pricing?", "pricing"),
        ("did we decide anything about hiring?", "hiring"),
        ("Find what we said about pricing", "pricing"),
        ("Who did I say would own the launch?", "would own the launch"),
    ],
)
def test_what_to_look_for_is_read(task: str, words: str):
    found = read_recalling(task)
    assert found and found.words == words


@pytest.mark.parametrize(
    "task",
    [
        "what did we discuss in this chat?",
        "What did we talk about in past conversations?",
        "what did notion-reporter find?",
        "what did we say",
        "remember the milk",
        "",
    ],
)
def test_what_asks_for_something_else_is_left(task: str):
    assert read_recalling(task) is None


@given(st.text(max_size=400))
def test_a_search_is_never_longer_than_its_tool_takes(text: str):
    found = read_recalling(f"what did we agree on {text}")
    assert found is None or 0 < len(found.words) <= 200
