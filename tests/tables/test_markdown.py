"""Markdown of a table: cells are text, never markup."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omniforge.tables.markdown import markdown_table


def test_markdown_table_keeps_column_order_and_aligns_numbers():
    drawn = markdown_table(["city", "amount"], [["Leipzig", 4200], ["Köln", None]])
    assert drawn == "| city | amount |\n| --- | ---: |\n| Leipzig | 4200 |\n| Köln |  |"


@pytest.mark.parametrize(
    ("cell", "drawn"),
    [
        ("a|b", r"a\|b"),
        ("back\\slash", r"back\\slash"),
        ("two\nlines", "two lines"),
        ("<b>bold</b>", r"\<b\>bold\</b\>"),
        ("![x](http://example.org/p.png)", r"!\[x\](http://example.org/p.png)"),
        ("*sure*", r"\*sure\*"),
        ("_draft_", r"\_draft\_"),
        ("snake_case", "snake_case"),
        (True, "true"),
        (None, ""),
        (0.5, "0.5"),
    ],
)
def test_markup_in_a_cell_is_escaped(cell, drawn):
    assert markdown_table(["x"], [[cell]]).splitlines()[2] == f"| {drawn} |"


@given(st.lists(st.lists(st.text(max_size=30), min_size=2, max_size=2), max_size=5))
def test_a_table_has_one_line_a_row_whatever_its_cells_hold(rows):
    lines = markdown_table(["one", "two"], rows).splitlines()
    assert len(lines) == 2 + len(rows)
    assert all(line.replace("\\\\", "").replace("\\|", "").count("|") == 3 for line in lines)
