"""Web hooks: who adds and removes them, over REST and on the settings page; their secret stays secret."""

import time

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test import Client
from django.urls import reverse

from agents.models import WebHook
from agents.notifications.delivery import deliver
from agents.notifications.services import add_web_hook, remove_web_hook
from omniforge.errors import Conflict, InvalidInput, NotAllowed, NotFound
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry, Role, Tenant
from omniforge.web.signatures import DELIVERY, refusal_of
from tests.clients import browser, program
from tests.factories import make_api_key, make_member
from tests.net.pages import Page, PageServer
from tests.ports import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("names")]
PATH = "/api/v1/web-hooks/"
URL = "https://hooks.slack.com/services/T0/B0/secret"
MASKED = "https://hooks.slack.com/…"


@pytest.fixture
def hook(ann: Access) -> WebHook:
    return add_web_hook(access=ann, slug="team", url=URL)


def test_added_web_hook_is_audited_and_its_url_encrypted(ann, hook):
    entry = AuditEntry.objects.get(action="web_hook.added")
    assert (entry.reason, entry.user_id, entry.target_id) == (f"team: {MASKED}", ann.user_id, str(hook.pk))
    with connection.cursor() as cursor:
        cursor.execute("SELECT url FROM agents_webhook")
        [(stored,)] = cursor.fetchall()
    assert "slack" not in stored
    assert WebHook.objects.get().url == URL


def test_removed_web_hook_is_audited(ann, hook):
    remove_web_hook(access=ann, web_hook="team")
    assert not WebHook.objects.exists()
    assert AuditEntry.objects.get(action="web_hook.removed").reason == f"team: {MASKED}"


@pytest.mark.parametrize("role", [Role.MEMBER, Role.AUDITOR])
def test_members_and_auditors_change_no_web_hooks(acme: Tenant, hook, role):
    other = make_member(acme, role=role)
    with pytest.raises(NotAllowed):
        add_web_hook(access=other, slug="mine", url=URL)
    with pytest.raises(NotAllowed):
        remove_web_hook(access=other, web_hook="team")
    assert [one.slug for one in WebHook.objects.all()] == ["team"]


def test_slug_is_unique_in_a_workspace(ann, bob, hook):
    with pytest.raises(Conflict, match="team"):
        add_web_hook(access=ann, slug="team", url=URL)
    assert add_web_hook(access=bob, slug="team", url=URL).tenant_id == bob.tenant_id


def test_web_hook_of_another_workspace_is_not_found(bob, hook):
    for name in ("team", str(hook.pk)):
        with pytest.raises(NotFound):
            remove_web_hook(access=bob, web_hook=name)


@pytest.mark.parametrize("slug", ["", "Team", "team channel", "-team", "t" * 41, "team/../x"])
def test_slug_must_be_kebab_case(ann, slug):
    with pytest.raises(InvalidInput) as refused:
        add_web_hook(access=ann, slug=slug, url=URL)
    assert set(refused.value.fields) == {"slug"}


@pytest.mark.parametrize(
    "url",
    [
        "",
        "hooks.slack.com/services",
        "ftp://hooks.slack.com/",
        "http://127.0.0.1/",
        "http://2130706433/",
        "http://[::1]/",
        "http://169.254.169.254/latest/",
        "http://localhost:8080/",
        "http://localhost.:8080/",
        "http://LocalHost/",
        "http://hook.localhost/",
        "http://printer.local/",
        "https://vault.internal/",
        "https://user:password@hooks.slack.com/",
        "https://hooks.slack.com:22/",
        "https://hooks.slack.com/" + "x" * 2_000,
        "https://hooks slack.com/",
    ],
)
def test_invalid_or_private_url_is_refused(ann, url):
    with pytest.raises(InvalidInput) as refused:
        add_web_hook(access=ann, slug="team", url=url)
    assert set(refused.value.fields) == {"url"}


def test_localhost_url_is_refused_over_rest(ann):
    wanted = {"slug": "team", "url": "http://localhost:8080/"}
    refused = program(ann).post(PATH, wanted, content_type="application/json")
    assert refused.status_code == 400 and "not on the public Internet" in str(refused.json())
    assert not WebHook.objects.exists()


def test_private_url_allowed_by_the_operator_is_accepted(ann, settings):
    settings.ALLOWED_HOSTS_OUT = ["localhost:8080", "chat.internal"]
    for number, url in enumerate(("http://localhost:8080/", "https://chat.internal/hook")):
        add_web_hook(access=ann, slug=f"team-{number}", url=url)
    assert WebHook.objects.count() == 2


def test_web_hook_is_created_listed_and_deleted_over_rest(ann):
    client = program(ann)
    made = client.post(PATH, {"slug": "team", "url": URL}, content_type="application/json")
    assert made.status_code == 201
    assert made.json().pop("secret").startswith("whsec_")
    told = client.get(PATH).json()
    assert [one["id"] for one in told] == [made.json()["id"]] and "secret" not in told[0]
    assert (made.json()["slug"], made.json()["url"]) == ("team", MASKED)
    assert client.delete(f"{PATH}{made.json()['id']}/").status_code == 204
    assert client.get(PATH).json() == []


def test_rest_errors_are_given_by_field(ann):
    answer = program(ann).post(
        PATH, {"slug": "team", "url": "http://10.0.0.1/"}, content_type="application/json"
    )
    assert answer.status_code == 400
    assert "public Internet" in str(answer.json())


def test_api_key_without_the_scope_is_refused(ann, hook):
    key = make_api_key(ann, "read", "chat")
    assert Client(headers={"Authorization": f"Bearer {key}"}).get(PATH).status_code == 403


def test_owner_adds_and_removes_a_web_hook_on_the_page(ann):
    client, page = browser(ann), reverse("settings-web-hooks")
    said = client.post(page, {"slug": "team", "url": URL}).content.decode()
    assert "team" in said and MASKED in said and URL not in said
    assert WebHook.objects.get().secret in said
    assert WebHook.objects.get().secret not in client.get(page).content.decode()
    said = client.post(reverse("remove-web-hook", args=["team"]), follow=True).content.decode()
    assert "None yet" in said and not WebHook.objects.exists()


def test_invalid_url_is_a_form_error_on_the_page(ann):
    answer = browser(ann).post(reverse("settings-web-hooks"), {"slug": "team", "url": "http://10.0.0.1/"})
    assert set(answer.context["form"].errors) == {"url"}


def test_member_sees_only_the_slugs_on_the_page(amy, hook):
    page = browser(amy).get(reverse("settings-web-hooks")).content.decode()
    assert "team" in page and "Add web hook" not in page and "Remove" not in page
    browser(amy).post(reverse("remove-web-hook", args=["team"]))
    assert WebHook.objects.exists()


@pytest.mark.django_db(transaction=True)
class TestMessages:
    """Test messages, against a real server on loopback."""

    @pytest.fixture
    def taking(self, ann: Access, page_server: PageServer) -> WebHook:
        page_server.pages["/in"] = Page(b"ok, <b>thanks</b>", content_type="text/plain")
        return add_web_hook(access=ann, slug="team", url=page_server.url("/in"))

    def test_test_message_is_signed_and_its_response_shown(self, ann, taking, page_server):
        page = browser(ann).post(reverse("test-web-hook", args=["team"]), follow=True).content.decode()
        assert "team answered with 200: ok, &lt;b&gt;thanks&lt;/b&gt;" in page and "Last message" in page
        [asked] = page_server.requests
        assert not refusal_of(taking.secret, asked.headers, asked.body, now=time.time())
        assert refusal_of("another", asked.headers, asked.body, now=time.time())
        assert AuditEntry.objects.filter(action="web_hook.tested", target_id=str(taking.pk)).exists()

    def test_failed_delivery_is_reported_and_stored(self, ann, taking, page_server):
        page_server.pages["/in"] = Page(b"no such channel", status=404)
        answer = program(ann).post(f"{PATH}team/test/")
        assert answer.status_code == 422
        assert "team answered with 404: no such channel" in answer.json()["detail"]
        [told] = program(ann).get(PATH).json()
        assert told["failed_at"] and "404" in told["failure"] and told["delivered_at"] is None
        assert "404" in browser(ann).get(reverse("settings-web-hooks")).content.decode()

    def test_unreachable_url_is_reported(self, ann, taking, settings):
        host = f"127.0.0.1:{free_port()}"
        settings.ALLOWED_HOSTS_OUT = [host]
        WebHook.objects.filter(pk=taking.pk).update(url=f"http://{host}/in")
        assert "could not be connected to" in program(ann).post(f"{PATH}team/test/").json()["detail"]
        assert WebHook.objects.get().failure

    def test_new_secret_replaces_the_old_one(self, ann, taking, page_server):
        answer = program(ann).post(f"{PATH}team/secret/")
        assert answer.status_code == 201 and answer.json()["secret"] != taking.secret
        assert program(ann).post(f"{PATH}team/test/").status_code == 200
        [asked] = page_server.requests
        assert not refusal_of(answer.json()["secret"], asked.headers, asked.body, now=time.time())
        page = browser(ann).post(reverse("renew-web-hook-secret", args=["team"])).content.decode()
        assert WebHook.objects.get().secret in page

    def test_agent_messages_are_signed(self, ann, taking, page_server):
        async_to_sync(deliver)(taking, "Tea at four", "one call")
        async_to_sync(deliver)(taking, "Tea at four", "one call")
        first, second = page_server.requests
        assert not refusal_of(taking.secret, first.headers, first.body, now=time.time())
        assert first.headers[DELIVERY] == second.headers[DELIVERY]
        assert WebHook.objects.get().delivered_at

    def test_members_cannot_test_or_renew_the_secret(self, amy, taking, page_server):
        for deed in ("test", "secret"):
            assert program(amy).post(f"{PATH}team/{deed}/").status_code == 403
        assert page_server.requests == []
