"""A list item appended after a list joins it."""

import pytest

from agents.tools.workspace.sections import continues_list


@pytest.mark.parametrize(
    ("before", "body"),
    [
        ("- a\n- b", "- c"),
        ("Text:\n- a\n", "- c\n- d"),
        ("# T\n\n- a\n  more of it\n\n", "- c"),
        ("- a\n  - within a", "- c"),
        ("1. a\n2. b\n", "3. c"),
        ("- [ ] a\n", "- [x] c"),
        ("Text.\n\n* a", "* c"),
    ],
)
def test_item_continues_the_list(before, body):
    assert continues_list(before, body)


@pytest.mark.parametrize(
    ("before", "body"),
    [
        ("- a\n- b", "Text."),
        ("Text.", "- c"),
        ("- a\n\n- b\n", "- c"),
        ("- a\n\nText.\n", "- c"),
        ("- a", "1. c"),
        ("* a", "- c"),
        ("", "- c"),
        ("- a\n\n## Done\n", "- c"),
        ("In 2026. There", "3. c"),
        ("-a", "- c"),
    ],
)
def test_item_does_not_continue_the_list(before, body):
    assert not continues_list(before, body)
