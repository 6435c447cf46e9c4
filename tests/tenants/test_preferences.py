"""A person's preferences for answers: private, encrypted, by page and REST, deleted with the membership."""

import json

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from omniforge.errors import NotFound
from omniforge.tenants.models import Membership, Role, User
from omniforge.tenants.preferences import LONGEST, preferences_of, set_preferences
from omniforge.tenants.services import remove_member
from tests.clients import browser, program
from tests.factories import make_member, make_tenant

pytestmark = pytest.mark.django_db

PATH = "/api/v1/me/preferences/"
WORDS = "Short answers, <b>tables</b> where possible.\nI work in CET."


def put(client: Client, body: object):
    return client.put(PATH, json.dumps(body), content_type="application/json")


def test_preferences_are_read_and_replaced_over_rest(amy, ann):
    client = program(amy, "read", "chat")
    assert client.get(PATH).json() == {"preferences": ""}
    assert put(client, {"preferences": f" {WORDS} "}).json() == {"preferences": WORDS}
    assert client.get(PATH).json() == {"preferences": WORDS}
    assert program(ann, "read").get(PATH).json() == {"preferences": ""}
    assert put(client, {"preferences": ""}).json() == {"preferences": ""}


@pytest.mark.parametrize(
    "body", [{}, {"preferences": "x" * (LONGEST + 1)}, {"preferences": 7}, [], {"preferences": None}]
)
def test_invalid_preferences_are_refused_and_change_nothing(amy, body):
    set_preferences(access=amy, text=WORDS)
    answer = put(program(amy, "read", "chat"), body)
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert preferences_of(amy) == WORDS


def test_key_without_scope_chat_cannot_change_preferences(amy):
    assert put(program(amy, "read"), {"preferences": WORDS}).status_code == 403


def test_preferences_are_separate_per_workspace(amy):
    person = User.objects.get(pk=amy.user_id)
    elsewhere = make_member(make_tenant("second"), person)
    set_preferences(access=amy, text=WORDS)
    assert preferences_of(elsewhere) == ""


@pytest.mark.parametrize("role", Role)
def test_every_role_changes_its_preferences_on_the_page(acme, role):
    access = make_member(acme, role=role)
    client = browser(access)
    written = {"preferences": WORDS.replace("\n", "\r\n")}  # as browsers send it
    page = client.post(reverse("settings-preferences"), written, follow=True).content.decode()
    assert "&lt;b&gt;tables&lt;/b&gt;" in page and "<b>tables" not in page
    assert "I work in CET." in client.get(reverse("settings-preferences")).content.decode()
    too_long = client.post(reverse("settings-preferences"), {"preferences": "x" * (LONGEST + 1)})
    assert set(too_long.context["form"].errors) == {"preferences"}
    assert preferences_of(access) == WORDS


def test_preferences_are_encrypted_and_end_with_membership(amy):
    set_preferences(access=amy, text=WORDS)
    own = Membership.objects.get(user_id=amy.user_id)
    with connection.cursor() as cursor:
        cursor.execute("SELECT preferences FROM tenants_membership WHERE preferences <> ''")
        ((stored,),) = cursor.fetchall()
    assert "tables" not in stored
    remove_member(access=amy, membership_id=own.pk)
    with pytest.raises(NotFound):
        preferences_of(amy)
    with pytest.raises(NotFound):
        set_preferences(access=amy, text=WORDS)


def test_audit_site_does_not_show_preferences(ann, amy):
    set_preferences(access=amy, text=WORDS)
    own = Membership.objects.get(user_id=amy.user_id)
    client = browser(ann)
    User.objects.filter(pk=ann.user_id).update(is_staff=True, is_superuser=True)
    page = client.get(reverse("admin:tenants_membership_change", args=[own.pk]), follow=True)
    assert page.status_code == 200 and "I work in CET" not in page.content.decode()
