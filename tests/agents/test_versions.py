"""Each change of an agent or skill is a version: listed, compared, and restored as a new one."""

from collections.abc import Callable

import pytest

from agents.definitions import services
from agents.definitions.skills.versions import diff_skill
from agents.definitions.versions import get_version, list_versions
from agents.models import AgentDefinition, AgentStatus, SkillDefinition
from omniforge.errors import Conflict, NotAllowed, NotFound
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry, Role, Tenant
from tests.factories import make_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent(ann: Access) -> AgentDefinition:
    services.create_skill(access=ann, slug="summarise", description="Summarises.")
    agent = services.create_agent(
        access=ann,
        slug="reporter",
        description="Weekly",
        source="Notion",
        schedule="0 9 * * 1",
        examples=["Report on last week"],
        skills=("summarise",),
    )
    services.update_agent(
        access=ann, agent="reporter", slug="herald", source="Jira", schedule="", examples=[]
    )
    services.remove_skill(access=ann, agent="herald", skill="summarise")
    return agent


@pytest.fixture
def skill(ann: Access) -> SkillDefinition:
    skill = services.create_skill(
        access=ann, slug="tidy", description="Tidies.", instructions="First.\nSame."
    )
    services.update_skill(
        access=ann, skill="tidy", instructions="Second.\nSame.", allowed_tools=["calculate"]
    )
    return skill


class TestAgents:
    def test_restored_content_becomes_a_new_version(self, ann: Access, agent: AgentDefinition):
        services.set_status(access=ann, agent="herald", status=AgentStatus.PAUSED)
        restored = services.restore_agent(access=ann, agent="herald", number=1)
        restored.refresh_from_db()
        assert (restored.source, restored.examples) == ("Notion", ["Report on last week"])
        assert [one.slug for one in restored.skills.all()] == ["summarise"]
        assert restored.schedule_words == "every Monday at 09:00"
        assert (restored.slug, restored.status) == ("herald", "paused")
        assert restored.version == 5 and restored.versions.count() == 5

    def test_a_restored_schedule_is_due_again(self, ann: Access, agent: AgentDefinition):
        assert AgentDefinition.objects.get(pk=agent.pk).next_run_at is None
        assert services.restore_agent(access=ann, agent="herald", number=1).next_run_at is not None

    def test_restoring_is_audited(self, ann: Access, agent: AgentDefinition):
        services.restore_agent(access=ann, agent="herald", number=1)
        entry = AuditEntry.objects.latest("created_at")
        assert (entry.action, entry.reason) == ("agent.restored", "herald: version 1")

    def test_version_with_a_deleted_skill_is_not_restored(self, ann: Access, agent: AgentDefinition):
        services.delete_skill(access=ann, skill="summarise")
        with pytest.raises(NotFound, match="summarise"):
            services.restore_agent(access=ann, agent="herald", number=1)
        agent.refresh_from_db()
        assert agent.source == "Jira" and agent.versions.count() == 3

    def test_field_missing_in_an_old_snapshot_is_kept(self, ann: Access, agent: AgentDefinition):
        first = get_version(agent.versions.all(), 1)
        first.snapshot = {name: value for name, value in first.snapshot.items() if name != "retries"}
        first.save()
        services.update_agent(access=ann, agent="herald", retries=4)
        assert services.restore_agent(access=ann, agent="herald", number=1).retries == 4


class TestSkills:
    def test_each_skill_change_is_a_version(self, ann: Access, skill: SkillDefinition):
        services.update_skill(access=ann, skill="tidy", description="Tidies.")
        numbers = [(one.number, one.changed_by_id) for one in list_versions(skill.versions.all())]
        assert numbers == [(2, ann.user_id), (1, ann.user_id)]
        assert SkillDefinition.objects.get().version == 2

    def test_restored_content_becomes_a_new_version(self, ann: Access, skill: SkillDefinition):
        restored = services.restore_skill(access=ann, skill="tidy", number=1)
        assert (restored.instructions, restored.allowed_tools, restored.version) == ("First.\nSame.", [], 3)
        assert AuditEntry.objects.latest("created_at").action == "skill.restored"

    def test_skill_versions_are_diffed_line_by_line(self, skill: SkillDefinition):
        versions = skill.versions.all()
        diff = diff_skill(get_version(versions, 1), get_version(versions, 2))
        assert diff.startswith("--- SKILL.md (version 1)\n+++ SKILL.md (version 2)\n@@")
        assert "-First.\n+Second.\n Same.\n" in diff
        assert "+allowed-tools:\n+- calculate\n" in diff

    def test_skill_diff_covers_resource_files(self, ann: Access, skill: SkillDefinition):
        services.update_skill(access=ann, skill="tidy", resources={"notes.md": "kept"})
        versions = skill.versions.all()
        diff = diff_skill(get_version(versions, 2), get_version(versions, 3))
        assert diff == "--- notes.md (version 2)\n+++ notes.md (version 3)\n@@ -0,0 +1 @@\n+kept\n"
        assert diff_skill(get_version(versions, 3), get_version(versions, 3)) == ""


def test_versions_are_paginated_newest_first(skill: SkillDefinition, ann: Access):
    for number in range(3, 6):
        services.update_skill(access=ann, skill="tidy", description=f"Number {number}.")
    first = list_versions(skill.versions.all(), limit=2)
    rest = list_versions(skill.versions.all(), before=first[-1].number)
    assert [one.number for one in (*first, *rest)] == [5, 4, 3, 2, 1]


RESTORES: list[Callable[[Access, int], object]] = [
    lambda access, number: services.restore_agent(access=access, agent="herald", number=number),
    lambda access, number: services.restore_skill(access=access, skill="tidy", number=number),
]


@pytest.mark.parametrize("restore", RESTORES)
class TestRefusals:
    @pytest.fixture(autouse=True)
    def _both(self, agent: AgentDefinition, skill: SkillDefinition) -> None:
        """Create an agent at version 3 and a skill at version 2."""

    def test_unknown_version_is_not_found(self, restore, ann: Access):
        for number in (0, 99, 10**30):
            with pytest.raises(NotFound):
                restore(ann, number)

    def test_restoring_the_current_version_is_a_conflict(self, restore, ann: Access):
        current = 3 if restore is RESTORES[0] else 2
        with pytest.raises(Conflict, match="already"):
            restore(ann, current)

    def test_strangers_and_auditors_restore_nothing(self, restore, acme: Tenant, bob: Access):
        with pytest.raises(NotFound):
            restore(bob, 1)
        with pytest.raises(NotAllowed):
            restore(make_member(acme, role=Role.AUDITOR), 1)
