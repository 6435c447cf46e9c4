"""Which systems a text names, and their roles."""

import pytest

from intent.slots.systems import find_systems, outside_systems


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("monitor our Jira board", [("Jira", "source")]),
        ("post it to Slack", [("Slack", "destination")]),
        (
            "read our Slack channel and save action items to Notion",
            [("Slack", "source"), ("Notion", "destination")],
        ),
        ("from google sheets by e-mail", [("Google Sheets", "source"), ("email", "destination")]),
        ("a linear notion of sapphire teamwork", [("Linear", "source"), ("Notion", "source")]),
        ("notion-reporter", []),
    ],
)
def test_role_of_a_system_follows_from_the_words_before_it(text: str, found: list[tuple[str, str]]):
    assert [(mention.name, mention.role) for mention in find_systems(text)] == found


def test_this_chat_is_not_an_outside_system():
    assert outside_systems("#ops in Slack", "this chat", "what you paste", "slack and e-mail") == [
        "Slack",
        "email",
    ]
