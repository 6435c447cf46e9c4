"""Which change of the workspace a message asks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.actions.settings import Setting, read_setting, setting_of


@pytest.mark.parametrize(
    ("message", "setting"),
    [
        ("keep chats for 180 days", Setting("retention", "180")),
        ("set the retention to two years", Setting("retention", "730")),
        ("invite kim@example.org as an admin", Setting("invite", "kim@example.org", "admin")),
        ("add kim@example.org", Setting("invite", "kim@example.org", "member")),
        ("make Derek Obi an auditor", Setting("role", "Derek Obi", "auditor")),
        ("change amy@acme.example to administrator", Setting("role", "amy@acme.example", "admin")),
        ("rename the workspace to Brightwell", Setting("rename", "Brightwell")),
        ("change the workspace name to Brightwell", Setting("rename", "Brightwell")),
        ("our time zone is Europe/Berlin", Setting("time_zone", "Europe/Berlin")),
        ("change my time zone to Berlin", Setting("time_zone", "Europe/Berlin")),
        ("set the time zone to New York.", Setting("time_zone", "America/New_York")),
    ],
)
def test_the_change_is_read(message: str, setting: Setting):
    assert read_setting(message) == setting
    assert setting_of(setting.as_slots()) == setting


@pytest.mark.parametrize(
    "message",
    [
        "",
        "rotate the API key",
        "turn on single sign-on",
        "the zone is Mars/Olympus",
        "set the time zone to Atlantis",
    ],
)
def test_what_is_not_changed_from_a_chat_is_none(message: str):
    assert read_setting(message) is None


@given(st.text(max_size=200))
def test_no_text_is_too_strange(text: str):
    read_setting(text)
