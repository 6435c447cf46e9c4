"""The pages for connecting models, driven like a browser drives them, and the command."""

import io
import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from omniforge.llm.vendors import VENDORS
from omniforge.tenants.connected import discovery
from omniforge.tenants.connected.roles import list_roles
from omniforge.tenants.models import ModelConnection, Role
from tests.clients import browser
from tests.factories import make_member
from tests.standin import Fault
from tests.tenants.connected.conftest import KEY
from tests.tenants.test_settings_pages import said

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "settings-models"


def given(model_server, **fields) -> dict[str, str]:
    return {"vendor": "compatible", "address": f"{model_server.url}/v1", "key": KEY, "model": ""} | fields


def test_admin_connects_a_model_and_its_key_is_not_shown(acme, model_server):
    client = browser(make_member(acme, role=Role.ADMIN))
    page = client.post(reverse(PAGE), given(model_server), follow=True)
    assert "Connected OpenAI-compatible server. gpt-4o answered." in said(page)
    assert "…wxyz" in said(page) and KEY not in page.content.decode()


@pytest.mark.parametrize("vendor", VENDORS)
def test_form_asks_for_the_fields_of_its_vendor(ann, vendor):
    page = browser(ann).get(reverse(PAGE), {"vendor": vendor})
    fields = page.context["form"].fields
    assert ("address" in fields) is VENDORS[vendor].asks_address
    assert fields["key"].required is VENDORS[vendor].needs_key


def test_failed_form_marks_its_field_and_omits_the_key(ann, model_server):
    page = browser(ann).post(reverse(PAGE), given(model_server, key="wrong-key-0123456789"))
    assert "refused this key" in page.context["form"].errors["key"][0]
    assert "wrong-key-0123456789" not in page.content.decode()


def test_model_card_buttons_check_replace_key_and_remove(ann, connect, model_server):
    made, client = connect(), browser(ann)
    assert "It works." in said(client.post(reverse("test-model", args=[made.pk]), follow=True))
    model_server.fail(Fault.OUT_OF_CREDIT)
    failed = said(client.post(reverse("test-model", args=[made.pk]), follow=True))
    assert "no credit left" in failed and "Not working" in failed
    key = {"key": "sk-other-0123456789"}
    assert "Key replaced." in said(
        client.post(reverse("replace-model-key", args=[made.pk]), key, follow=True)
    )
    assert "Removed." in said(client.post(reverse("remove-model", args=[made.pk]), follow=True))
    assert not ModelConnection.objects.exists()


def test_roles_form_saves_all_roles(ann, connect):
    made, client = connect(), browser(ann)
    values = {"intent": f"{made.pk}:gpt-4o-mini", "reply": "default", "plan": "none"}
    assert "Saved." in said(client.post(reverse("set-model-roles"), values, follow=True))
    players = {one.role: one.player for one in list_roles(ann)}
    assert players["intent"] == "compatible:gpt-4o-mini"
    assert (players["reply"], players["plan"]) == ("compatible:gpt-4o", "rules")
    assert client.post(reverse("set-model-roles"), {"reply": "no id:gpt-4o"}).status_code == 404


@pytest.mark.parametrize("role", [Role.MEMBER, Role.AUDITOR])
def test_members_see_the_models_but_not_the_connection(acme, ann, connect, role):
    made = connect()
    page = browser(make_member(acme, role=role)).get(reverse(PAGE))
    assert "gpt-4o" in said(page) and "Only owners and admins" in said(page)
    assert "wxyz" not in said(page) and made.address not in said(page)
    assert "Connect a model" not in said(page)


def test_models_page_of_a_locked_server_refuses_changes(ann, settings, model_server):
    settings.LOCK_MODELS = True
    client = browser(ann)
    assert "the same for every workspace" in said(client.get(reverse(PAGE)))
    assert client.get(reverse("first-model")).url == "/"
    (refused,) = client.post(reverse(PAGE), given(model_server)).context["form"].non_field_errors()
    assert "Ask your administrator" in refused
    assert not ModelConnection.objects.exists()


@pytest.mark.parametrize(("role", "told"), [(Role.OWNER, "Connect one"), (Role.MEMBER, "No model connected")])
def test_header_shows_a_missing_model_until_one_is_connected(acme, connect, role, told):
    client = browser(make_member(acme, role=role))
    page = said(client.get("/"))
    assert told in page and ("Connect one" in page) is (role == Role.OWNER)
    connect()
    assert "No model connected" not in said(client.get("/"))


def test_local_model_servers_are_found_and_connected(ann, model_server, monkeypatch):
    port = int(model_server.url.rpartition(":")[2])
    monkeypatch.setattr(discovery, "_USUAL", (("ollama", port),))
    page = browser(ann).get(reverse(PAGE), {"look": "1"})
    assert f"http://127.0.0.1:{port}/v1" in said(page)
    found = {"vendor": "ollama", "address": f"http://127.0.0.1:{port}/v1"}
    assert browser(ann).post(reverse("first-model"), found).url == "/"
    assert ModelConnection.objects.get().vendor == "ollama"
    assert browser(ann).get(reverse("first-model")).url == "/"  # there is one now


class TestCommand:
    def run(self, monkeypatch, *arguments: str, key: str = KEY) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{key}\n"))
        output = StringIO()
        call_command("connect_model", *arguments, stdout=output)
        return output.getvalue()

    def test_command_connects_a_model_for_a_workspace(self, ann, model_server, monkeypatch):
        where = ("--tenant", "acme", "--address", f"{model_server.url}/v1")
        assert "gpt-4o answered" in self.run(monkeypatch, "compatible", *where)
        assert ModelConnection.objects.get().key == KEY

    def test_command_fails_with_the_reason(self, ann, model_server, monkeypatch):
        where = ("--tenant", "acme", "--address", f"{model_server.url}/v1")
        with pytest.raises(CommandError, match="refused this key"):
            self.run(monkeypatch, "compatible", *where, key="wrong-key-0123456789")
        with pytest.raises(CommandError, match="no workspace 'globex'"):
            self.run(monkeypatch, "compatible", "--tenant", "globex")


def test_admin_limits_the_models_that_people_can_pick(ann, connect):
    made, client = connect(), browser(ann)
    where = reverse("offer-models", args=[made.pk])
    page = client.post(where, {"which": "some", "models": ["gpt-4o-mini"]}, follow=True)
    assert "Saved. It applies from the next message." in said(page)
    assert ModelConnection.objects.get(pk=made.pk).offered == ["gpt-4o-mini"]
    client.post(where, {"which": "all", "models": ["gpt-4o-mini"]})
    assert ModelConnection.objects.get(pk=made.pk).offered is None
