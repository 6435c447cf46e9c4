"""Names of stored files fit on one line and never name a path on disk."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omniforge.files.names import LONGEST_NAME, clean_name


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("report.csv", "report.csv"),
        ("../../etc/passwd.txt", "passwd.txt"),
        ("C:\\Users\\maya\\Q3 plan.xlsx", "Q3 plan.xlsx"),
        ("two\nlines\x00.md", "two lines.md"),
        ("evil\u202excsv.pdf", "evilxcsv.pdf"),
        ("Übersicht.pdf", "Übersicht.pdf"),
        ("  spaced   out .txt", "spaced out.txt"),
        (".csv", "csv"),
        ("", "file"),
    ],
)
def test_clean_name_keeps_the_readable_name(given_name: str, kept: str):
    assert clean_name(given_name) == kept


def test_given_suffix_replaces_the_one_of_the_name():
    assert clean_name("open points.txt", suffix=".xlsx") == "open points.xlsx"
    assert clean_name("open points", suffix=".xlsx") == "open points.xlsx"


def test_long_name_is_shortened_before_its_suffix():
    assert clean_name("a" * 500 + ".csv") == "a" * 116 + ".csv"


@given(st.text(max_size=300))
def test_every_name_is_one_short_visible_line(name: str):
    kept = clean_name(name)
    assert 0 < len(kept) <= LONGEST_NAME
    assert not {"/", "\\"} & set(kept)
    assert not any(unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp") for char in kept)
    assert clean_name(kept) == kept
