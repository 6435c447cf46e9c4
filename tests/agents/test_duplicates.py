"""A copy of an agent: the same work under another name, paused until somebody resumes it."""

import pytest

from agents.definitions import services
from agents.definitions.services import duplicate_agent
from agents.models import AgentDefinition
from omniforge.errors import NotAllowed, NotFound
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry, Role, Tenant
from tests.factories import make_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent(ann: Access) -> AgentDefinition:
    services.create_skill(access=ann, slug="summarise", description="Summarises.")
    return services.create_agent(
        access=ann,
        slug="reporter",
        description="Weekly",
        instructions="Briefly.",
        schedule="0 9 * * 1",
        retries=3,
        examples=["Report"],
        skills=("summarise",),
    )


def test_copied_agent_is_paused_and_unpublished(ann: Access, agent: AgentDefinition):
    services.set_published(access=ann, agent="reporter", published=True)
    copied = AgentDefinition.objects.get(pk=duplicate_agent(access=ann, agent="reporter").pk)
    for name in ("description", "instructions", "schedule", "schedule_words", "retries", "examples"):
        assert getattr(copied, name) == getattr(agent, name)
    assert [one.slug for one in copied.skills.all()] == ["summarise"]
    assert (copied.status, copied.published, copied.next_run_at) == ("paused", False, None)
    assert (copied.version, copied.versions.count()) == (1, 1)
    assert AuditEntry.objects.latest("created_at").reason == "reporter-copy: from reporter"


def test_each_copy_has_a_unique_name(ann: Access, agent: AgentDefinition):
    names = [duplicate_agent(access=ann, agent="reporter").slug for _ in range(2)]
    services.archive_agent(access=ann, agent="reporter-copy")
    names.append(duplicate_agent(access=ann, agent="reporter").slug)
    assert names == ["reporter-copy", "reporter-copy-2", "reporter-copy-3"]


def test_name_of_a_copy_is_never_too_long(ann: Access):
    services.create_agent(access=ann, slug="a" * 58 + "-b" * 3, description="Long")
    assert duplicate_agent(access=ann, agent="a" * 58 + "-b" * 3).slug == "a" * 58 + "-copy"


def test_strangers_and_auditors_cannot_copy_agents(acme: Tenant, bob: Access, agent: AgentDefinition):
    with pytest.raises(NotFound):
        duplicate_agent(access=bob, agent="reporter")
    with pytest.raises(NotAllowed):
        duplicate_agent(access=make_member(acme, role=Role.AUDITOR), agent="reporter")
