"""A yes behind details that are right."""

import pytest

from intent.dialogue import Reply, read_yes_behind


@pytest.mark.parametrize(
    ("message", "decides"),
    [
        ("Friday at 7 is fine. Then create it.", True),
        ("7 is perfect, go ahead", True),
        ("Friday at 7 works for me - create it", True),
        ("Friday at 8 is fine, create it", False),
        ("Monday is fine, create it", False),
        ("Friday at 7 is fine for the others, create it", False),
        ("7 is perfect", False),
        ("7 is perfect, but only in winter, go ahead", False),
    ],
)
def test_yes_behind_details_that_are_right(message: str, decides: bool):
    question = "Creating the agent stock-watch, every Friday at 07:00 (UTC)"
    assert (read_yes_behind(message, question) is Reply.YES) is decides
    assert read_yes_behind(message, 'Deleting "Friday at 7"') is None


@pytest.mark.parametrize(
    ("message", "decides"),
    [
        ("right, she has mended the old one, so go ahead and approve it", True),
        ("she has declined it, ok", False),
        ("we've changed the date, go ahead", False),
        ("they have cancelled it, ok", False),
    ],
)
def test_a_deed_before_a_yes_counts_only_if_it_speaks_for_it(message: str, decides: bool):
    assert (read_yes_behind(message, 'Deleting "Sew a banner". Approve?') is Reply.YES) is decides
