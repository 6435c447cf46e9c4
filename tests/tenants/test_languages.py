"""The language of a page: the person's choice, otherwise the browser's."""

import pytest
from django.test import Client

from agents.definitions.services import create_agent
from agents.models import McpServer
from agents.records.services import start_run
from omniforge.projects.services import ProjectService
from omniforge.tenants.models import User
from tests.clients import browser, program

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


@pytest.mark.parametrize(
    ("asks", "language", "says"),
    [(GERMAN, "de", "Bei OmniForge anmelden"), ({"Accept-Language": "fr"}, "en", "Sign in to OmniForge")],
)
def test_sign_in_page_has_the_browsers_language(ann, asks, language, says):
    page = Client(headers=asks).get("/sign-in/")
    assert f'<html lang="{language}">' in page.content.decode() and says in page.content.decode()
    assert page["Content-Language"] == language and "Accept-Language" in page["Vary"]


def test_failed_sign_in_is_told_in_the_browsers_language(ann):
    page = Client(headers=GERMAN).post("/sign-in/", {"email": "ann@example.org", "password": "wrong"})
    assert "E-Mail und Passwort passen nicht zusammen. Noch 4 Versuche" in page.content.decode()


@pytest.mark.parametrize(
    ("path", "form", "says"),
    [
        (
            "connections/",
            {"server-name": "Notes", "server-url": "http://10.0.0.8/", "server-sign_in": "workspace"},
            "im öffentlichen Internet",
        ),
        (
            "connections/sources/",
            {"source-url": "http://10.0.0.8/feed"},
            "liegt nicht im öffentlichen Internet",
        ),
        ("connections/sources/mailbox/", {"mailbox-host": "localhost"}, "Dieses Feld ist zwingend"),
        ("web-hooks/", {"slug": "team", "url": "ftp://example.org/"}, "mit http:// oder https:// beginnen"),
        (
            "models/",
            {"vendor": "compatible", "address": "http://10.0.0.8/v1"},
            "nicht mit 10.0.0.8:80 verbinden",
        ),
        (
            "limits/",
            {"period": "day", "amount": "2000", "unit": "tokens"},
            "Je Tag höchstens 2.000 Tokens für alle",
        ),
        ("tools/", None, "Rechnen, Einheiten umrechnen und Daten bestimmen"),
    ],
)
def test_settings_replies_have_the_page_language(ann, path, form, says):
    client, path = browser(ann), f"/settings/{path}"
    page = (
        client.get(path, headers=GERMAN)
        if form is None
        else client.post(path, form, headers=GERMAN, follow=True)
    )
    assert says in page.content.decode()


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("agents/", "1 Agent arbeitet"),
        ("agents/reporter/", ">jeden Montag und Mittwoch um 09:00</a>."),
        ("agents/reporter/", "Jira ist nicht verbunden."),
        ("agents/reporter/trial/", "Änderung speichern"),
        ("schedules/", "Jeden Montag und Mittwoch um 09:00"),
        ("runs/", '<td class="wide">Zeitplan</td>'),
    ],
)
def test_agents_schedules_and_runs_have_the_page_language(ann, path, says):
    made = {"source": "Notion", "destination": "Jira", "schedule": "0 9 * * 1,3"}
    create_agent(access=ann, slug="reporter", description="Weekly summaries", **made)
    start_run(access=ann, agent="reporter", task="", trigger="schedule")
    assert says in browser(ann).get(f"/{path}", headers=GERMAN).content.decode()


@pytest.mark.parametrize(
    ("page", "says"), [({"Page-Language": "de"}, "Das ist leer."), (GERMAN, "This is empty.")]
)
def test_api_error_has_the_language_of_the_calling_page(ann, page, says):
    create_agent(access=ann, slug="reporter", description="Weekly summaries")
    path, changed = "/api/v1/agents/reporter/", {"description": ""}
    answer = browser(ann).patch(path, changed, content_type="application/json", headers=page)
    assert says in answer.json()["detail"]


def test_stored_failure_is_in_english(ann):
    place = {"tenant_id": ann.tenant_id, "slug": "notes", "settings": {"url": "http://10.0.0.8/"}}
    McpServer.objects.create(**place, sign_in="nobody")
    browser(ann).post("/settings/connections/servers/notes/refresh/", headers=GERMAN)
    assert "not on the public Internet" in McpServer.objects.get().failure


def test_chosen_language_overrides_the_browsers(ann):
    client = browser(ann)
    client.post("/settings/account/", {"name": "Ann", "language": "de"})
    assert "Wo Sie angemeldet sind" in client.get("/settings/account/").content.decode()
    client.post("/settings/account/", {"name": "Ann", "language": "en"})
    assert "Where you're signed in" in client.get("/settings/account/", headers=GERMAN).content.decode()


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("", '<label class="vh" for="say">Nachricht an OmniForge</label>'),
        ("", '<span class="clip">Was liegt bei mir an?</span>'),
        ("", "/static/js/words/de."),
        ("archive/", "Nichts ist archiviert."),
        ("projects/", '<td class="wide">Aktiv</td>'),
        ("projects/search/?q=Roof", "Nichts gefunden zu „Roof“."),
        ("skills/", "Noch keine Skills."),
    ],
)
def test_chats_projects_and_skills_have_the_page_language(ann, path, says):
    ProjectService(ann).create(name="Depot", context="")
    assert says in browser(ann).get(f"/{path}", headers=GERMAN).content.decode()


def test_project_history_has_the_page_language(ann):
    project = ProjectService(ann).create(name="Depot", context="").row
    page = browser(ann).get(f"/projects/{project.pk}/history/", headers=GERMAN).content.decode()
    assert 'hat Projekt <b dir="auto">Depot</b> erstellt' in page


def test_api_answers_in_english_after_a_german_page(ann):
    """Also after a German page in the same thread."""
    client = browser(ann)
    assert 'lang="de"' in client.get("/settings/", headers=GERMAN).content.decode()
    answer = program(ann).post("/api/v1/invitations/", {"role": "none"}, headers=GERMAN)
    assert "can't be read here" in answer.content.decode()
    english = client.get("/").content.decode()
    assert '<html lang="en"' in english and "js/words/" not in english


def test_invitation_mail_has_the_owners_language(ann, settings, mailoutbox):
    settings.EMAIL_HOST = "mail.example.org"
    User.objects.filter(pk=ann.user_id).update(language="de")
    browser(ann).post("/settings/people/", {"email": "new@example.org", "role": "member"})
    assert "eingeladen, als Mitglied." in mailoutbox[0].body
