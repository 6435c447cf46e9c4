"""Talk about settings is distinguished from talk about work with the same words."""

import pytest

from intent.commands.settings_talk import orders_settings, speaks_of_settings


@pytest.mark.parametrize(
    "text",
    [
        "invite gwen to the workspace",
        "make Ben an admin",
        "I want to change my password",
        "Kindly add Mr. Rao as a member of the workspace.",
        "turn off notifications",
        "lade Jürgen in den Arbeitsbereich ein",
    ],
)
def test_text_naming_settings_is_about_settings(text: str):
    assert speaks_of_settings(text)


@pytest.mark.parametrize(
    "text",
    [
        "give sue access to the medicine cupboard",
        "make sure the platform lift gets serviced",
        "change password for the alarm",
        "set up billing for the Evans job",
        "the users of the hall want new keys",
        "make a plan for the summer party",
        "remove rees",
    ],
)
def test_text_naming_other_things_is_not_about_settings(text: str):
    assert not speaks_of_settings(text)


def test_naming_a_setting_is_not_an_order():
    assert orders_settings("connect my email") and not orders_settings("my email")
