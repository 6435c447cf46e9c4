"""What a sign-in refuses: strangers' browsers, other issuers' codes and pages, weaker protection."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from agents.models import McpGrant, McpSignIn
from agents.tools.mcp.oauth.authorization import Door, _require_safe
from agents.tools.mcp.oauth.parties import Party
from agents.tools.mcp.sign_in import return_path
from omniforge.errors import InvalidInput
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership, Role
from tests.agents.mcp_servers.signing import PROVEN, SigningServer, come_back, connect, left_for
from tests.clients import browser

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "how", ["another browser", "twice", "too late", "made up", "another person", "another's address"]
)
def test_sign_in_is_redeemed_once_in_time_by_its_own_browser(
    client: Client, signing: SigningServer, ann: Access, amy: Access, how: str
):
    back = signing.consent(left_for(connect(client, signing)))
    comes = client
    if how in ("another browser", "another person"):
        comes = browser(ann if how == "another browser" else amy)
    elif how == "twice":
        come_back(client, back)
        McpGrant.objects.all().delete()
    elif how == "too late":
        McpSignIn.objects.update(expires_at=timezone.now())
    elif how == "another's address":
        back = back.replace(return_path(signing.address), return_path("https://honest.example/mcp"))
    else:
        back = back.replace("state=", "state=x")
    assert "begun in another browser, or took too long" in come_back(comes, back)
    assert not McpGrant.objects.exists()


@pytest.mark.parametrize("issuer", ["", "&iss=https://honest.example"])
def test_code_of_another_issuer_is_not_redeemed(client: Client, signing: SigningServer, issuer: str):
    signing.switch(metadata=PROVEN | {"authorization_response_iss_parameter_supported": True})
    back = signing.consent(left_for(connect(client, signing)))
    assert "accept the sign-in. Start it again." in come_back(client, back + issuer)
    assert not McpGrant.objects.exists()


def test_sign_in_with_foreign_endpoints_is_refused(client: Client, signing: SigningServer, settings: Any):
    honest = signing.here.replace("127.0.0.1", "localhost")
    settings.ALLOWED_HOSTS_OUT += [honest.removeprefix("http://")]
    signing.switch(metadata=PROVEN | {"authorization_endpoint": f"{honest}/authorize"})
    assert left_for(connect(client, signing)).startswith(honest)
    signing.switch(
        metadata=PROVEN
        | {"authorization_endpoint": f"{honest}/authorize", "token_endpoint": f"{signing.here}/mine"}
    )
    refused = connect(client, signing, name="Evil")
    assert "leads to a page of another service" in str(refused.content.decode())


def test_oversized_sign_in_metadata_is_refused(client: Client, signing: SigningServer):
    signing.switch(metadata=PROVEN | {"ui_locales_supported": ["en-GB-x-none"] * 10_000})
    assert "says far too much of itself" in connect(client, signing).content.decode()
    assert not McpSignIn.objects.exists()


def test_two_concurrent_first_sign_ins_both_succeed(client: Client, signing: SigningServer, amy: Access):
    mine = left_for(connect(client, signing, sign_in="person"))
    member, page = browser(amy), reverse("sign-in-to-server", args=["notes"])
    other = left_for(member.post(page))
    assert signing.seen["registered"] == 2
    assert "Signed in" in come_back(client, signing.consent(mine))
    assert "Signed in" in come_back(member, signing.consent(other, person="amy"))
    McpGrant.objects.update(expires_at=timezone.now())
    assert "It works." in client.post(reverse("refresh-server", args=["notes"]), follow=True).content.decode()


def test_demoted_admin_cannot_finish_a_workspace_sign_in(client: Client, signing: SigningServer, ann: Access):
    back = signing.consent(left_for(connect(client, signing)))
    Membership.objects.filter(user_id=ann.user_id).update(role=Role.MEMBER)
    assert "Only owners and admins" in come_back(client, back)
    assert not McpGrant.objects.exists()


@pytest.mark.parametrize("endpoint", ["authorization", "token", "revocation"])
def test_http_sign_in_endpoint_of_an_https_server_is_refused(endpoint: str):
    here = "https://notes.example"
    names = ("authorization", "token", "revocation")
    found = {f"{name}_endpoint": f"{here}/{name}" for name in names} | {
        f"{endpoint}_endpoint": f"http://notes.example/{endpoint}"
    }
    metadata = {"issuer": here, "code_challenge_methods_supported": ["S256"], **found}
    party = Party(f"{here}/mcp", {"metadata": metadata}, return_to=f"{here}/back")
    door = Door(f"{here}/mcp", "Notes", f"{here}/back", {})
    with pytest.raises(InvalidInput, match="isn't encrypted"):
        _require_safe(party, door)
