"""The directory of public servers, and the state of a named system in a workspace."""

from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from agents.definitions.validation import check_name
from agents.models import McpGrant, McpServer, SignIn
from agents.tools.mcp.connection_state import Standing, connection_state
from agents.tools.mcp.directory import Entrance, known_for, known_servers
from agents.tools.mcp.services import LONGEST_NAME
from agents.tools.registry import our_tools
from omniforge.tenants.access import Access

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("known", known_servers().values(), ids=str)
def test_each_directory_entry_is_a_valid_server(known):
    assert check_name(known.slug, longest=LONGEST_NAME) == known.slug
    assert not any(tool.startswith(f"{known.slug}_") for tool in our_tools())
    assert urlsplit(known.url).scheme == "https"
    assert known.does.endswith(".") and len(known.does) < 80
    assert bool(known.help) == (known.sign_in is not Entrance.OAUTH)


@pytest.mark.parametrize(
    ("system", "slug"), [("linear", "linear"), ("Jira", "atlassian"), ("google  Drive", "google-drive")]
)
def test_known_system_is_found_by_its_common_name(system: str, slug: str):
    known = known_for(system)
    assert known and known.slug == slug
    assert known_for("Salesforce") is None


def standing(access: Access, system: str) -> Standing | None:
    found = connection_state(access, system)
    return found and found.standing


def test_available_system_links_to_its_connect_form(ann: Access):
    found = connection_state(ann, "Jira")
    assert found and (found.name, found.standing) == ("Atlassian", Standing.AVAILABLE)
    assert found.address == "/settings/connections/?server=atlassian#connect"
    assert connection_state(ann, "Salesforce") is None


def test_connection_state_depends_on_the_member(ann: Access, amy: Access, bob: Access):
    made = {"tenant_id": ann.tenant_id, "known": "linear", "slug": "work", "sign_in": SignIn.PERSON}
    server = McpServer.objects.create(**made, listed_at=timezone.now())
    assert standing(ann, "linear") == Standing.SIGN_IN
    grant = McpGrant.objects.create(
        tenant_id=ann.tenant_id, server=server, user_id=ann.user_id, tokens={"access_token": "x"}
    )
    assert standing(ann, "Work") == Standing.CONNECTED
    assert standing(amy, "linear") == Standing.SIGN_IN
    assert standing(bob, "linear") == Standing.AVAILABLE
    grant.tokens = {}
    grant.save()
    assert standing(ann, "linear") == Standing.EXPIRED
    for change, told in (
        ({"sign_in": SignIn.NOBODY}, Standing.CONNECTED),
        ({"failure": "It is down."}, Standing.FAILING),
        ({"failure": "", "listed_at": None}, Standing.UNTESTED),
        ({"enabled": False}, Standing.OFF),
    ):
        McpServer.objects.update(**change)
        assert standing(ann, "linear") == told
