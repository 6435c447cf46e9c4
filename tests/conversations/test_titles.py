"""Titles, made at once from what was said first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversations.record.titles import LONGEST, title_from


@pytest.mark.parametrize(
    ("message", "title"),
    [
        ("List my agents", "List my agents"),
        ("  hello \n\n there ", "hello"),
        (
            "Create an agent that monitors our Jira board for overdue tickets",
            "Create an agent that monitors our Jira board for overdue…",
        ),
        ("# Plan\nfor Q3", "Plan"),
        ("**Bold** and _italic_ and `code` and ~~gone~~", "Bold and italic and code and gone"),
        ("See [the docs](https://example.org/x) please", "See the docs please"),
        ("![chart](chart.png) of churn", "chart of churn"),
        ("> quoted\nanswer", "quoted"),
        ("- first\n- second", "first"),
        ("1. first", "first"),
        ("```python\nprint('hi')\n```", "print('hi')"),
        ("---\nafter the rule", "after the rule"),
        ("keep snake_case_names and 2 * 3 * 4", "keep snake_case_names and 2 * 3 * 4"),
        ("!!!\n???\nreally", "really"),
        ("???", "New conversation"),
        ("👋", "New conversation"),
        ("プロジェクトの週次レポートを作成してください", "プロジェクトの週次レポートを作成してください"),
        ("x" * 100, "x" * 59 + "…"),
        ("my password is Tr0ub4dor&3", "my password is …"),
        ("sk-proj-0123456789abcdef0123", "New conversation"),
    ],
)
def test_a_title_says_what_the_message_begins_with(message, title):
    assert title_from(message) == title


def test_a_title_is_cut_between_words():
    title = title_from("one two three four five six seven eight nine ten eleven twelve thirteen")
    assert title == "one two three four five six seven eight nine ten eleven…"
    assert title_from("a" * 59 + " b").startswith("a" * 59 + "…")


@given(st.text(max_size=300))
def test_any_message_has_a_title_of_one_short_line(message):
    title = title_from(message)
    assert 1 <= len(title) <= LONGEST
    assert title == title.strip()
    assert len(title.splitlines()) == 1
    assert title_from(message) == title


@given(st.text(alphabet="*_`#>[]()- \nab", max_size=200))
def test_no_message_of_markdown_takes_long_or_ends_empty(message):
    assert title_from(message)
