"""What is wanted of the files of a conversation, and what is about something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.files.attached import AttachedFile
from agents.plans.by_rules.files import read_file_wish
from omniforge.ids import new_id


def file(name: str) -> AttachedFile:
    return AttachedFile(new_id(), name, "text/csv", 10)


FILES = (file("orders-2026.xlsx"), file("lease.pdf"))


@pytest.mark.parametrize(
    ("task", "do", "about"),
    [
        ("summarise this", "read", ""),
        ("Summarize", "read", ""),
        ("sum up this document", "read", ""),
        ("Summarise the attached contract in one page, focusing on break clauses", "read", ""),
        ("list all the names", "read", ""),
        ("what's in the file?", "read", ""),
        ("what is this about?", "read", ""),
        ("find the dates in this document", "read", ""),
        ("what does it say about pricing", "find", "pricing"),
        ("does the document mention a break clause?", "find", "a break clause"),
        ("what is said in the file about rent reviews?", "find", "rent reviews"),
        ("search the file for Acme", "find", "Acme"),
        ("make a table of it", "table", ""),
        ("turn this into an Excel list", "table", ""),
        ("sum the amounts by region", "calculate", ""),
        ("how many rows are there", "calculate", ""),
        ("what is the average price per product in this sheet", "calculate", ""),
    ],
)
def test_what_to_do_is_read(task: str, do: str, about: str):
    wish = read_file_wish(task, FILES)
    assert wish and (wish.do, wish.about, wish.files) == (do, about, FILES[:1])


@pytest.mark.parametrize(
    ("task", "names"),
    [
        ("what does lease.pdf say about rent", ["lease.pdf"]),
        ("Summarise the lease", ["lease.pdf"]),
        ("sum the amounts by region in orders-2026", ["orders-2026.xlsx"]),
        ("summarise both files", ["orders-2026.xlsx", "lease.pdf"]),
    ],
)
def test_the_files_that_are_meant_are_taken(task: str, names: list[str]):
    wish = read_file_wish(task, FILES)
    assert wish and [file.name for file in wish.files] == names


def test_what_an_agent_wrote_is_not_meant_unless_it_is_named():
    written = AttachedFile(new_id(), "Sums.xlsx", "text/csv", 10, written=True)
    for task, meant in (("summarise this", FILES[0]), ("summarise Sums.xlsx", written)):
        wish = read_file_wish(task, (written, *FILES))
        assert wish and wish.files == (meant,)


@pytest.mark.parametrize(
    "task",
    [
        "how many agents are there?",
        "list all documents in the Horizon proposal project",
        "summarise the document in the Horizon project",
        "Delete complaints-digest, nobody reads it.",
        "Who created dependency-bot and when was it last updated?",
        "ok then do it at 4 instead so people still see it",
        "sorry what do you mean by trigger",
        "find restaurants in Porto and make an Excel list",
        "what happened this week?",
        "Create a summary of last month's reviews for the denim line",
        "who can see what it writes?",
        "translate the file",
        "hello",
    ],
)
def test_what_is_about_something_else_is_left(task: str):
    assert read_file_wish(task, FILES) is None


@given(st.text(max_size=200))
def test_no_text_is_too_strange_and_without_files_nothing_is_about_them(text: str):
    assert read_file_wish(text, ()) is None
    wish = read_file_wish(f"{text} the file", FILES)
    assert wish is None or wish.files
