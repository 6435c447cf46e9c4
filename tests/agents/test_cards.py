"""Agent cards: anybody can read a published agent's card, and nothing else."""

import pytest
from django.test import Client

from agents.definitions import services
from agents.models import AgentDefinition, AgentStatus
from omniforge.errors import NotAllowed, NotFound
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry, Role, Tenant
from tests.factories import make_member

pytestmark = pytest.mark.django_db
PATH = "/.well-known/agent-card.json"


@pytest.fixture
def agent(ann: Access) -> AgentDefinition:
    services.create_skill(
        access=ann, slug="weekly-report", description="Writes it.", instructions="secret recipe"
    )
    return services.create_agent(
        access=ann,
        slug="reporter",
        description="Weekly reports",
        instructions="secret instructions",
        source="secret source",
        examples=["secret example"],
        skills=("weekly-report",),
    )


def card(**query: str):
    return Client().get(PATH, {"tenant": "acme", "agent": "reporter"} | query)


def publish(access: Access, published: bool = True) -> AgentDefinition:
    return services.set_published(access=access, agent="reporter", published=published)


def test_card_of_a_published_agent_needs_no_key(ann: Access, agent: AgentDefinition):
    publish(ann)
    shown = card().json()
    assert (shown["name"], shown["description"], shown["version"]) == ("reporter", "Weekly reports", "1")
    assert shown["url"] == "http://testserver/api/v1/chat"
    assert shown["skills"] == [
        {
            "id": "weekly-report",
            "name": "weekly-report",
            "description": "Writes it.",
            "tags": ["weekly", "report"],
        }
    ]
    required = {"protocolVersion", "capabilities", "defaultInputModes", "defaultOutputModes", "security"}
    assert required <= shown.keys()


def test_card_does_not_reveal_the_instructions(ann: Access, agent: AgentDefinition):
    publish(ann)
    shown = card()
    assert shown.status_code == 200 and "secret" not in shown.content.decode()


def test_card_without_skills_lists_the_agent_itself(ann: Access, agent: AgentDefinition):
    services.remove_skill(access=ann, agent="reporter", skill="weekly-report")
    publish(ann)
    assert [one["id"] for one in card().json()["skills"]] == ["reporter"]


def test_every_unpublished_card_is_the_same_404(ann: Access, agent: AgentDefinition, globex: Tenant):
    hidden = card()
    publish(ann)
    answers = [
        hidden,
        card(tenant="globex"),
        card(tenant="nobody"),
        card(agent="other"),
        card(tenant=""),
        Client().get(PATH),
    ]
    services.set_status(access=ann, agent="reporter", status=AgentStatus.PAUSED)
    answers.append(card())
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1
    assert answers[0]["Content-Type"] == "application/problem+json"


def test_withdrawn_card_is_404_at_once(ann: Access, agent: AgentDefinition):
    publish(ann)
    publish(ann, published=False)
    assert card().status_code == 404


def test_publishing_is_audited_once_and_makes_no_version(ann: Access, agent: AgentDefinition):
    publish(ann)
    publish(ann)
    publish(ann, published=False)
    actions = list(AuditEntry.objects.order_by("created_at").values_list("action", flat=True))
    assert actions[-2:] == ["agent.published", "agent.unpublished"]
    assert AgentDefinition.objects.get().version == 1


def test_only_owners_and_admins_publish(acme: Tenant, amy: Access, bob: Access, agent: AgentDefinition):
    with pytest.raises(NotAllowed):
        publish(amy)
    with pytest.raises(NotFound):
        publish(bob)
    assert publish(make_member(acme, role=Role.ADMIN)).published


def test_card_accepts_only_get(ann: Access, agent: AgentDefinition):
    assert Client().post(PATH).status_code == 405
