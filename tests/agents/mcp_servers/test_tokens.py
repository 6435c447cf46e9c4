"""The tokens of a sign-in: renewed in time, reported when expired, revoked with their connection."""

import asyncio
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from agents.models import McpGrant, McpServer
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry, Membership
from omniforge.tenants.services import remove_member
from tests.agents.mcp_servers.conftest import Begin, call
from tests.agents.mcp_servers.signing import SigningServer, come_back, connect, left_for
from tests.clients import browser, program

pytestmark = pytest.mark.django_db(transaction=True)


async def renewed(signing: SigningServer, begun: Begin, ann: Access) -> str:
    await McpServer.objects.aupdate(read_only=["list_notes"])
    return (await call(await begun(ann), "notes_list_notes")).text


async def test_tokens_are_renewed_before_they_expire(
    connected: McpServer, signing: SigningServer, begun: Begin, ann: Access
):
    old = await McpGrant.objects.aget()
    await McpGrant.objects.aupdate(expires_at=timezone.now() + timezone.timedelta(seconds=30))
    assert "milk" in await renewed(signing, begun, ann)
    new = await McpGrant.objects.aget()
    assert signing.seen["renewed"] == 1 and new.expires_at > old.expires_at
    assert new.tokens["refresh_token"] != old.tokens["refresh_token"]


async def test_concurrent_calls_renew_a_refused_token_once(
    connected: McpServer, signing: SigningServer, begun: Begin, ann: Access
):
    signing.switch(forget=["access"])
    await McpServer.objects.aupdate(read_only=["list_notes"])
    runs = [await begun(ann) for _ in range(3)]
    outcomes = await asyncio.gather(*(call(run, "notes_list_notes") for run in runs))
    assert all("milk" in one.text for one in outcomes) and signing.seen["renewed"] == 1


async def test_expired_sign_in_is_reported_and_its_grant_ended(
    connected: McpServer, signing: SigningServer, begun: Begin, ann: Access
):
    signing.switch(forget=["access", "refresh"])  # as when consent is withdrawn there
    text = await renewed(signing, begun, ann)
    assert text == "The sign-in to Notes has expired or was revoked. Reconnect it in Settings > Connections."
    grant = await McpGrant.objects.aget()
    assert grant.tokens == {} and grant.ended_at


def test_expired_sign_in_is_reconnected_from_the_page(
    connected: McpServer, client: Client, signing: SigningServer
):
    signing.switch(forget=["access", "refresh"])
    told = client.post(reverse("refresh-server", args=["notes"]), follow=True).content.decode()
    assert "The sign-in to Notes has expired" in told and "Reconnect Notes" in told
    page = come_back(
        client, signing.consent(left_for(client.post(reverse("sign-in-to-server", args=["notes"]))))
    )
    assert "Sign-in expired" not in page and "Connected" in page


def test_tokens_without_refresh_work_until_they_expire(client: Client, signing: SigningServer, ann: Access):
    signing.switch(renews=False)
    come_back(client, signing.consent(left_for(connect(client, signing))))
    refresh = reverse("refresh-server", args=["notes"])
    McpGrant.objects.update(expires_at=timezone.now() + timezone.timedelta(seconds=30))
    assert "It works." in client.post(refresh, follow=True).content.decode()
    McpGrant.objects.update(expires_at=timezone.now())
    assert "The sign-in to Notes has expired" in client.post(refresh, follow=True).content.decode()


@pytest.mark.parametrize("how", ["remove", "sign out", "api"])
def test_tokens_are_revoked_when_the_connection_ends(
    connected: McpServer, client: Client, signing: SigningServer, ann: Access, how: str
):
    if how == "remove":
        client.post(reverse("remove-server", args=["notes"]))
    elif how == "sign out":
        assert (
            "Signed out."
            in client.post(reverse("sign-out-of-server", args=["notes"]), follow=True).content.decode()
        )
    else:
        assert program(ann).delete("/api/v1/mcp-servers/notes/sign-in/").status_code == 204
    assert sorted(signing.seen["revoked"]) == ["access", "refresh"] and not McpGrant.objects.exists()
    assert AuditEntry.objects.filter(
        action="mcp_server.removed" if how == "remove" else "mcp_server.signed_out"
    ).exists()


def test_unreachable_server_can_be_removed(connected: McpServer, client: Client, settings: Any):
    settings.ALLOWED_HOSTS_OUT = []
    client.post(reverse("remove-server", args=["notes"]))
    assert not McpServer.objects.exists()


def test_tokens_of_a_removed_member_are_revoked(
    each: McpServer, signing: SigningServer, ann: Access, amy: Access
):
    member = browser(amy)
    left = left_for(member.post(reverse("sign-in-to-server", args=["notes"])))
    come_back(member, signing.consent(left, person="amy"))
    membership = Membership.objects.get(tenant_id=amy.tenant_id, user_id=amy.user_id)
    remove_member(access=ann, membership_id=membership.pk)
    assert [grant.user_id for grant in McpGrant.objects.all()] == [ann.user_id]
    assert sorted(signing.seen["revoked"]) == ["access", "refresh"]
