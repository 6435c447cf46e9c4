"""In which language a page speaks: the person's own choice, else what their browser asks for."""

import pytest
from django.test import Client

from omniforge.tenants.models import User
from tests.clients import browser, program

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


@pytest.mark.parametrize(
    ("asks", "language", "says"),
    [(GERMAN, "de", "Bei OmniForge anmelden"), ({"Accept-Language": "fr"}, "en", "Sign in to OmniForge")],
)
def test_the_door_speaks_as_the_browser_asks(ann, asks, language, says):
    page = Client(headers=asks).get("/sign-in/")
    assert f'<html lang="{language}">' in page.content.decode() and says in page.content.decode()
    assert page["Content-Language"] == language and "Accept-Language" in page["Vary"]


def test_a_refusal_is_told_in_the_same_language(ann):
    page = Client(headers=GERMAN).post("/sign-in/", {"email": "ann@example.org", "password": "wrong"})
    assert "E-Mail und Passwort passen nicht zusammen. Noch 4 Versuche" in page.content.decode()


def test_ones_own_choice_goes_before_what_the_browser_asks_for(ann):
    client = browser(ann)
    client.post("/settings/account/", {"name": "Ann", "language": "de"})
    assert "Wo Sie angemeldet sind" in client.get("/settings/account/").content.decode()
    client.post("/settings/account/", {"name": "Ann", "language": "en"})
    assert "Where you're signed in" in client.get("/settings/account/", headers=GERMAN).content.decode()


def test_pages_that_are_not_translated_and_programs_stay_english(ann):
    """Also where a German page was answered before in the same thread."""
    client = browser(ann)
    assert 'lang="de"' in client.get("/settings/", headers=GERMAN).content.decode()
    page = client.get("/agents/", headers=GERMAN).content.decode()
    assert '<html lang="en"' in page and ">Settings<" in page
    answer = program(ann).post("/api/v1/invitations/", {"role": "none"}, headers=GERMAN)
    assert "can't be read here" in answer.content.decode()


def test_the_invitation_of_a_german_owner_is_german(ann, settings, mailoutbox):
    settings.EMAIL_HOST = "mail.example.org"
    User.objects.filter(pk=ann.user_id).update(language="de")
    browser(ann).post("/settings/people/", {"email": "new@example.org", "role": "member"})
    assert "eingeladen, als Mitglied." in mailoutbox[0].body
