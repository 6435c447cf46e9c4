"""What messages want written into documents, and when they want the last changes taken back."""

from datetime import date

import pytest

from agents.workspace.reading import Reference, read_wish

TODAY = date(2026, 11, 20)


def written(message: str) -> list[tuple[str, str, str, str]]:
    """Return of each write the document, the section's heading, the text and how it is put there."""
    found = read_wish(message, TODAY).operations
    assert all(one.action == "write" and one.kind == "document" for one in found), found
    return [(one.name, *(one.fields[name] for name in ("heading", "content", "mode"))) for one in found]


@pytest.mark.parametrize(
    ("message", "document", "heading", "content", "mode"),
    [
        (
            'Add a section "Refunds" to the Pricing document: we refund within 14 days. Then mark X done.',
            "Pricing",
            "Refunds",
            "we refund within 14 days. Then mark X done.",
            "add",
        ),
        (
            "add a Taxes section to the pricing doc that says it is net",
            "pricing",
            "Taxes",
            "it is net",
            "add",
        ),
        ("in the pricing doc, add a section on rate cards", "pricing", "Rate cards", "", "add"),
        ("Add a section called Open", "", "Open", "", "add"),
        ("Add to the Pricing document: all is net", "Pricing", "", "all is net", "append"),
        ("Append to the Pricing document:\n- one\n- two", "Pricing", "", "- one\n- two", "append"),
        ('Add "all is net" to the Pricing document', "Pricing", "", "all is net", "append"),
        (
            "Append to the Seats section of the pricing document: 5 each",
            "pricing",
            "Seats",
            "5 each",
            "append",
        ),
        ("Rewrite the Seats section of Pricing with: 6 each", "Pricing", "Seats", "6 each", "replace"),
    ],
)
def test_what_shall_stand_where_is_read(message: str, document: str, heading: str, content: str, mode: str):
    assert written(message) == [(document, heading, content, mode)]


def test_several_sections_are_several_writes():
    assert [row[1] for row in written("add sections Seats and Taxes to the pricing doc")] == [
        "Seats",
        "Taxes",
    ]


@pytest.mark.parametrize(
    "message",
    [
        "Should we add a section on refunds to the Pricing document?",
        "Don't add a section on refunds to the Pricing document",
        'Ann wrote: "add a section on refunds to the Pricing document"',
        "Add a section for each region to the Pricing document",
        "Add to the list of things that annoy me: Mondays",
    ],
)
def test_what_orders_no_text_of_its_own_writes_none(message: str):
    assert not [one for one in read_wish(message, TODAY).operations if one.action == "write"]


@pytest.mark.parametrize(
    ("message", "name", "content"),
    [
        (
            "Create a document called Pricing with sections Seats and Discounts",
            "Pricing",
            "## Seats\n\n## Discounts\n",
        ),
        ('Create a doc "Pricing" with the sections: Seats, Tax', "Pricing", "## Seats\n\n## Tax\n"),
    ],
)
def test_a_new_document_has_the_sections_that_are_named(message: str, name: str, content: str):
    (one,) = read_wish(message, TODAY).operations
    assert (one.action, one.target, one.fields) == (
        "create",
        Reference(name, "document"),
        {"content": content},
    )


def test_quotation_marks_end_a_name_and_what_follows_is_the_project():
    (one,) = read_wish('Create a task "Call the press" in Launch by Monday', TODAY).operations
    assert (one.name, one.project, one.fields) == ("Call the press", "Launch", {"due_on": date(2026, 11, 23)})


@pytest.mark.parametrize(
    "message",
    [
        "undo",
        "Undo that, please.",
        "take that back",
        "can you undo the last change?",
        "revert what you just did",
    ],
)
def test_taking_back_is_read(message: str):
    wish = read_wish(message, TODAY)
    assert wish.undoes and wish.is_plain


@pytest.mark.parametrize(
    "message", ["undo the completion of the review task", "take the bins back", "don't undo"]
)
def test_what_takes_back_something_else_is_not_taken_for_it(message: str):
    assert not read_wish(message, TODAY).undoes


@pytest.mark.parametrize(
    ("message", "thought"),
    [
        ("Maybe we should drop the newsletter", "drop the newsletter"),
        ("I wonder if we should move the kickoff to Lisbon", "move the kickoff to Lisbon"),
        ("Maybe we should automate the newsletter", ""),
        ("Maybe it rains", ""),
    ],
)
def test_a_proposal_is_kept_apart_though_nothing_in_it_is_a_thing_yet(message: str, thought: str):
    wish = read_wish(message, TODAY)
    assert (wish.thought, wish.operations) == (thought, ())
