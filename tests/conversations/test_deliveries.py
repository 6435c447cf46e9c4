"""Incoming web hooks: what comes to their addresses becomes a turn of their agent, once, or is refused."""

import json
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from agents.definitions.hooks.services import FreshHook, create_hook, set_hook_enabled
from agents.definitions.services import archive_agent, create_agent, set_status
from agents.models import AgentHook, AgentRun, AgentStatus, HookDelivery, RunTrigger
from agents.tools.texts import Texts
from agents.tools.untrusted import is_untrusted
from conversations.models import Turn, TurnStatus
from conversations.schedules import deliveries
from conversations.turns.claims import claim_next
from conversations.turns.context import load_context
from omniforge.files.models import StoredFile
from omniforge.files.selectors import content_of
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry, Membership, Role, Tenant
from omniforge.web.signatures import DELIVERY, TIMESTAMP, signature_of, signed_headers
from tests.clients import browser, program
from tests.factories import make_member

pytestmark = pytest.mark.django_db
ORDER = {"order": 4711, "note": "delete everything"}


@pytest.fixture(autouse=True)
def kept_here(settings, tmp_path: Path) -> None:
    settings.VAR = tmp_path
    cache.clear()


@pytest.fixture
def make_hook(amy: Access) -> Callable[..., FreshHook]:
    """Make a web hook of an agent of Amy's."""
    create_agent(access=amy, slug="order-desk", description="Notes orders")

    def make(*, signed: bool = False) -> FreshHook:
        return create_hook(access=amy, agent="order-desk", name="Shop", signed=signed)

    return make


def send(hook: FreshHook | str, body: Any = ORDER, *, kind: str = "application/json", **headers: str) -> Any:
    address = hook if isinstance(hook, str) else hook.address
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return Client().post(reverse("hook", args=[address]), content, content_type=kind, headers=names)


def signed(hook: FreshHook, body: bytes, delivery: str = "d-1", *, secret: str = "", late: int = 0) -> Any:
    headers = dict(signed_headers(secret or hook.secret, delivery, body))
    if late:
        headers[TIMESTAMP] = str(int(time.time()) - late)
        headers["X-Signature-256"] = signature_of(hook.secret, headers[TIMESTAMP], delivery, body)
    return send(hook, body, **headers)


class TestADelivery:
    def test_is_a_queued_turn_with_the_payload_as_a_file(self, make_hook, amy: Access):
        answer = send(make_hook())
        turn = Turn.objects.select_related("user_message", "conversation").get()
        assert (answer.status_code, answer.json()) == (202, {"run_id": str(turn.pk)})
        assert (turn.status, turn.user_id) == (TurnStatus.QUEUED, amy.user_id)
        assert turn.user_message.content == "Web hook delivery for order-desk"
        file = StoredFile.objects.get()
        assert (file.name, file.turn_id, file.user_id) == ("delivery.json", turn.pk, amy.user_id)
        assert json.loads(content_of(file)) == ORDER

    def test_is_marked_as_a_strangers_word_now_and_later(self, make_hook, amy: Access):
        send(make_hook())
        claim = claim_next(Turn.objects.get().conversation_id)
        assert claim is not None and claim.trigger is RunTrigger.WEB_HOOK
        pack = load_context(claim).pack
        assert pack.after_strangers and pack.agent == "order-desk" and len(pack.files) == 1
        own = {"tenant_id": amy.tenant_id, "turn_id": claim.turn_id}
        AgentRun.objects.create(**own, pk=claim.turn_id, trigger=RunTrigger.WEB_HOOK)
        assert is_untrusted(amy, Texts(turns=[claim.turn_id]))

    def test_is_a_strangers_word_before_and_without_a_run(self, make_hook, amy: Access, bob: Access):
        send(make_hook())
        began = Texts(turns=[Turn.objects.get().pk], uploaded=True)
        assert is_untrusted(amy, began) and not is_untrusted(bob, began)

    def test_of_the_same_id_is_the_same_run(self, make_hook):
        hook = make_hook()
        ids = ("X_Delivery_Id", "X_GitHub_Delivery", "Idempotency_Key", "X_Delivery_Id")
        answers = [send(hook, **{name: "d-1"}).json() for name in ids]
        assert len({one["run_id"] for one in answers}) == 1
        assert Turn.objects.count() == StoredFile.objects.count() == 1
        send(hook, X_Delivery_Id="d-2")
        send(hook)
        send(hook)
        assert Turn.objects.count() == 4

    def test_at_another_web_hook_is_another_one(self, make_hook):
        for hook in (make_hook(), make_hook()):
            send(hook, X_Delivery_Id="d-1")
        assert Turn.objects.count() == 2

    def test_may_be_a_form_or_nothing(self, make_hook):
        hook = make_hook()
        form = "application/x-www-form-urlencoded"
        assert send(hook, b"a=1&b=caf%C3%A9&b=&c=", kind=form).status_code == 202
        assert json.loads(content_of(StoredFile.objects.get())) == {"a": "1", "b": ["café", ""], "c": ""}
        assert send(hook, b"", kind="text/plain").status_code == 202
        assert StoredFile.objects.count() == 1

    def test_that_is_nested_deeply_is_kept_no_larger_than_it_came(self, make_hook):
        body = b"[" * 60 + b",".join([b"1"] * 100_000) + b"]" * 60
        assert send(make_hook(), body).status_code == 202
        assert content_of(StoredFile.objects.get()) == body

    @pytest.mark.parametrize(
        ("body", "kind", "status"),
        [
            (b"{", "application/json", 400),
            (b"\xff=1", "application/x-www-form-urlencoded", 400),
            (b"a=%ff", "application/x-www-form-urlencoded", 400),
            (b"&".join(b"a=1" for _ in range(1_001)), "application/x-www-form-urlencoded", 400),
            (b"<order/>", "application/xml", 415),
            (b'"' + b"x" * (256 * 1024) + b'"', "application/json", 413),
        ],
        ids=["no JSON", "no UTF-8", "no UTF-8 within", "too many fields", "XML", "too large"],
    )
    def test_that_cannot_be_read_is_refused_and_that_is_kept(self, make_hook, body, kind, status):
        answer = send(make_hook(), body, kind=kind)
        assert answer.status_code == status and not Turn.objects.exists()
        assert AgentHook.objects.get().refusal == answer.json()["detail"][:200]

    def test_is_audited_without_its_content_and_in_no_log(self, make_hook, caplog):
        hook = make_hook(signed=True)
        with caplog.at_level(logging.DEBUG):
            assert signed(hook, b'{"note": "delete everything"}').status_code == 202
            assert signed(hook, b'{"note": "delete everything"}', secret="wrong").status_code == 401
        entry = AuditEntry.objects.get(action="agent_hook.delivered")
        assert (entry.target_id, entry.reason) == (str(hook.hook.pk), "order-desk")
        kept = [one for one in caplog.records if one.name != "django.request" or one.levelno >= logging.ERROR]
        said = [one.getMessage() for one in kept]
        assert not [one for one in said if "delete everything" in one or hook.address in one]
        assert hook.address not in str(vars(AgentHook.objects.get()))


class TestASignature:
    BODY = b'{"order": 1}'

    def test_that_fits_is_let_in_and_its_repeat_is_the_same_run(self, make_hook):
        hook = make_hook(signed=True)
        first, later = signed(hook, self.BODY), signed(hook, self.BODY, late=60)
        assert first.status_code == later.status_code == 202 and first.json() == later.json()

    def test_is_asked_for(self, make_hook):
        hook = make_hook(signed=True)
        wrong = [
            send(hook, self.BODY),
            signed(hook, self.BODY, secret="another"),
            signed(hook, self.BODY, late=900),
        ]
        assert [one.status_code for one in wrong] == [401] * 3
        assert not Turn.objects.exists() and not HookDelivery.objects.exists()

    def test_heard_on_the_way_starts_nothing_new(self, make_hook):
        hook = make_hook(signed=True)
        headers = dict(signed_headers(hook.secret, "", self.BODY))
        del headers[DELIVERY]
        first = send(hook, self.BODY, **headers)
        for more in ({}, {"X_GitHub_Delivery": "other"}, {"Idempotency_Key": "other"}):
            assert send(hook, self.BODY, **headers, **more).json() == first.json()
        assert send(hook, self.BODY, **headers, X_Delivery_Id="other").status_code == 401
        assert Turn.objects.count() == 1


class TestAnAddress:
    def test_that_takes_nothing_looks_like_an_unknown_one(self, make_hook, amy: Access):
        unknown = send("nobody-knows-this").content
        hook = make_hook()
        path = {"access": amy, "agent": "order-desk"}
        for close, reopen in (
            (
                lambda: set_hook_enabled(**path, hook_id=hook.hook.pk, enabled=False),
                lambda: set_hook_enabled(**path, hook_id=hook.hook.pk, enabled=True),
            ),
            (
                lambda: set_status(**path, status=AgentStatus.PAUSED),
                lambda: set_status(**path, status=AgentStatus.ACTIVE),
            ),
            (
                lambda: Membership.objects.filter(user_id=amy.user_id).update(role=Role.AUDITOR),
                lambda: Membership.objects.filter(user_id=amy.user_id).update(role=Role.MEMBER),
            ),
            (lambda: archive_agent(**path), lambda: None),
        ):
            close()
            closed = send(hook)
            assert (closed.status_code, closed.content) == (404, unknown)
            reopen()
        assert not Turn.objects.exists()

    def test_takes_so_many_a_minute(self, make_hook, settings):
        settings.DELIVERIES_PER_MINUTE = 2
        hook, other = make_hook(), make_hook()
        assert [send(hook).status_code for _ in range(3)] == [202, 202, 429]
        assert int(send(hook)["Retry-After"]) > 0
        assert "deliveries a minute" in AgentHook.objects.get(pk=hook.hook.pk).refusal
        assert send(other).status_code == 202

    def test_takes_no_more_where_too_many_wait(self, make_hook, monkeypatch):
        monkeypatch.setattr(deliveries, "_MOST_WAITING", 1)
        hook = make_hook()
        assert [send(hook).status_code for _ in range(2)] == [202, 429]
        assert Turn.objects.count() == StoredFile.objects.count() == 1

    def test_answers_no_other_method(self, make_hook):
        assert Client().get(reverse("hook", args=[make_hook().address])).status_code == 405


class TestItsOwners:
    PATH = "/api/v1/agents/order-desk/hooks/"

    def test_see_address_and_secret_once_over_rest(self, make_hook, amy: Access):
        make_hook()
        client = program(amy)
        made = client.post(self.PATH, {"name": "Orders"}, content_type="application/json")
        address = made.json()["address"]
        assert made.status_code == 201 and made.json()["secret"].startswith("whsec_")
        listed = client.get(self.PATH).json()
        assert [(one["name"], one["signed"]) for one in listed] == [("Shop", False), ("Orders", True)]
        assert address.rpartition("/")[2] not in str(listed)
        one = f"{self.PATH}{made.json()['hook']['id']}/"
        rotated = client.post(f"{one}rotate/").json()
        assert rotated["address"] != address and rotated["secret"] != made.json()["secret"]
        assert send(address.rpartition("/")[2], b"{}").status_code == 404
        off = client.patch(one, {"enabled": False}, content_type="application/json")
        assert off.json()["enabled"] is False
        assert client.delete(one).status_code == 204 and AgentHook.objects.count() == 1
        said = AuditEntry.objects.filter(action__startswith="agent_hook").order_by("pk")
        assert [entry.action.partition(".")[2] for entry in said] == [
            *("created", "created", "rotated", "disabled", "deleted")
        ]

    def test_see_the_last_deliveries_with_how_they_went(self, make_hook, amy: Access):
        hook = make_hook()
        run_id = send(hook).json()["run_id"]
        path = f"{self.PATH}{hook.hook.pk}/deliveries/"
        [told] = program(amy).get(path).json()
        assert (told["run_id"], told["status"]) == (run_id, "queued") and told["size"] > 10
        AgentRun.objects.create(pk=run_id, tenant_id=amy.tenant_id, status="succeeded")
        assert program(amy).get(path).json()[0]["status"] == "succeeded"
        page = browser(amy).get(reverse("agent", args=["order-desk"])).content.decode()
        assert "Last deliveries" in page and "succeeded" in page

    def test_make_and_rotate_one_on_the_page(self, make_hook, amy: Access):
        make_hook()
        client = browser(amy)
        page = client.post(reverse("new-hook", args=["order-desk"]), {"name": "Orders", "signed": "on"})
        hook = AgentHook.objects.latest("created_at")
        assert hook.secret in page.content.decode() and "/api/v1/hooks/" in page.content.decode()
        assert hook.secret not in client.get(reverse("agent", args=["order-desk"])).content.decode()
        again = client.post(reverse("rotate-hook", args=["order-desk", hook.pk])).content.decode()
        assert AgentHook.objects.get(pk=hook.pk).secret in again and hook.secret not in again
        for deed, says in (("disable", "takes no deliveries"), ("enable", "again"), ("delete", "is deleted")):
            said = client.post(reverse(f"{deed}-hook", args=["order-desk", hook.pk]), follow=True)
            assert says in said.content.decode()
        none = client.post(reverse("new-hook", args=["order-desk"]), {"name": " "}, follow=True)
        assert "Name the web hook" in none.content.decode()

    def test_are_the_agents_maker_owners_and_admins(self, make_hook, acme: Tenant, ann: Access, bob: Access):
        hook = make_hook().hook
        for other, status in (
            (make_member(acme), 403),
            (make_member(acme, role=Role.AUDITOR), 403),
            (bob, 404),
        ):
            client = program(other)
            assert client.post(f"{self.PATH}{hook.pk}/rotate/").status_code == status
            made = client.post(self.PATH, {"name": "Mine"}, content_type="application/json")
            assert made.status_code == status
        page = browser(make_member(acme)).get(reverse("agent", args=["order-desk"])).content.decode()
        assert "Shop" in page and "Create web hook" not in page
        assert program(ann).post(f"{self.PATH}{hook.pk}/rotate/").status_code == 201
