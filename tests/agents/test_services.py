"""The rules of agents, skills and runs, whoever calls."""

from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest

from agents.definitions import services
from agents.definitions.selectors import (
    catalogue,
    find_agents,
    get_agent,
    list_agents,
    list_runs,
    list_skills,
)
from agents.models import AgentDefinition, AgentRun, AgentStatus, RunStatus
from agents.records import services as runs
from omniforge.errors import Conflict, InvalidInput, NotAllowed, NotFound
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent(ann: Access) -> AgentDefinition:
    return services.create_agent(
        access=ann, slug="notion-reporter", description="Weekly", schedule="0 9 * * 1"
    )


def actions() -> list[str]:
    return list(AuditEntry.objects.order_by("created_at").values_list("action", flat=True))


class TestAgents:
    def test_new_agent_is_active_with_a_first_version(self, agent: AgentDefinition):
        agent.refresh_from_db()
        assert (agent.status, agent.version, agent.schedule_words) == ("active", 1, "every Monday at 09:00")
        assert agent.versions.get().snapshot["schedule"] == agent.schedule
        assert agent.schedule == "RRULE:FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0"
        assert actions() == ["agent.created"]

    def test_each_change_is_a_version_with_snapshot_and_author(self, ann: Access, agent: AgentDefinition):
        services.update_agent(access=ann, agent="notion-reporter", schedule="0 7 * * *", source="Notion")
        services.set_status(access=ann, agent="notion-reporter", status=AgentStatus.PAUSED)
        versions = list(agent.versions.order_by("number"))
        assert [one.number for one in versions] == [1, 2, 3]
        assert versions[1].snapshot["source"] == "Notion" and versions[2].snapshot["status"] == "paused"
        assert {one.changed_by_id for one in versions} == {ann.user_id}
        assert get_agent(ann, "notion-reporter").schedule_words == "every day at 07:00"

    def test_unchanged_update_makes_no_version(self, ann: Access, agent: AgentDefinition):
        services.update_agent(access=ann, agent=str(agent.pk), description="Weekly")
        services.set_status(access=ann, agent=str(agent.pk), status=AgentStatus.ACTIVE)
        assert agent.versions.count() == 1 and actions() == ["agent.created"]

    @pytest.mark.parametrize(
        "fields",
        [
            {"slug": "Two Words"},
            {"slug": ""},
            {"slug": "a" * 65},
            {"description": " "},
            {"description": "x" * 1025},
            {"schedule": "every day"},
            {"instructions": "x" * 20_001},
        ],
    )
    def test_invalid_agent_has_field_errors(self, ann: Access, fields: dict[str, str]):
        with pytest.raises(InvalidInput):
            services.create_agent(access=ann, **({"slug": "fine", "description": "fine"} | fields))
        assert not AgentDefinition.objects.exists()

    def test_slug_is_unique_within_a_tenant(self, ann: Access, bob: Access, agent: AgentDefinition):
        with pytest.raises(Conflict, match="taken"):
            services.create_agent(access=ann, slug="notion-reporter", description="Again")
        services.create_agent(access=bob, slug="notion-reporter", description="Theirs")

    def test_unknown_skill_creates_no_agent(self, ann: Access):
        with pytest.raises(NotFound):
            services.create_agent(access=ann, slug="a", description="a", skills=("nothing",))
        assert not AgentDefinition.objects.exists()

    def test_archived_agent_is_unlisted_and_can_be_restored(self, ann: Access, agent: AgentDefinition):
        services.archive_agent(access=ann, agent="notion-reporter")
        assert list_agents(ann) == [] and catalogue(ann).agents == ()
        with pytest.raises(NotFound):
            services.update_agent(access=ann, agent="notion-reporter", source="x")
        services.set_status(access=ann, agent="notion-reporter", status=AgentStatus.ACTIVE)
        assert [one.slug for one in list_agents(ann)] == ["notion-reporter"]


class TestSkills:
    def test_used_skill_cannot_be_deleted(self, ann: Access, agent: AgentDefinition):
        services.create_skill(access=ann, slug="summarise", description="Summarises", allowed_tools=["read"])
        services.add_skill(access=ann, agent="notion-reporter", skill="summarise")
        with pytest.raises(Conflict, match="already"):
            services.add_skill(access=ann, agent="notion-reporter", skill="summarise")
        with pytest.raises(Conflict, match="used by notion-reporter"):
            services.delete_skill(access=ann, skill="summarise")
        services.remove_skill(access=ann, agent="notion-reporter", skill="summarise")
        with pytest.raises(NotFound):
            services.remove_skill(access=ann, agent="notion-reporter", skill="summarise")
        services.delete_skill(access=ann, skill="summarise")
        assert list_skills(ann) == []
        assert [version.snapshot["skills"] for version in agent.versions.order_by("number")] == [
            [],
            ["summarise"],
            [],
        ]

    def test_malformed_tool_name_is_refused(self, ann: Access):
        with pytest.raises(InvalidInput, match="tool"):
            services.create_skill(access=ann, slug="a", description="a", allowed_tools=["rm -rf /"])

    def test_skill_update_keeps_other_fields(self, ann: Access):
        services.create_skill(access=ann, slug="a", description="first", instructions="how")
        changed = services.update_skill(access=ann, skill="a", description="second")
        assert (changed.description, changed.instructions) == ("second", "how")


class TestRuns:
    def test_finished_run_cannot_be_finished_again(self, ann: Access, agent: AgentDefinition):
        run = runs.start_run(access=ann, agent="notion-reporter", task="run it", turn_id=uuid4())
        runs.finish_run(access=ann, run_id=run.pk, status=RunStatus.PARTIAL, method="rules", output="done")
        with pytest.raises(Conflict):
            runs.finish_run(access=ann, run_id=run.pk, status=RunStatus.FAILED, method="rules")
        assert [one.output for one in list_runs(ann, agent="notion-reporter")] == ["done"]

    def test_a_paused_agent_does_not_run(self, ann: Access, agent: AgentDefinition):
        services.set_status(access=ann, agent="notion-reporter", status=AgentStatus.PAUSED)
        with pytest.raises(Conflict, match="paused"):
            runs.start_run(access=ann, agent="notion-reporter", task="run it")
        assert not AgentRun.objects.exists()

    def test_runs_are_listed_newest_first_page_by_page(self, ann: Access, agent: AgentDefinition):
        ids = [uuid4() for _ in range(5)]  # like ids of turns, which clients choose
        made = [runs.start_run(access=ann, agent=agent.slug, task="run it", run_id=one).pk for one in ids]
        first = [run.pk for run in list_runs(ann, agent=agent.slug, limit=2)]
        second = [run.pk for run in list_runs(ann, agent=agent.slug, before=str(first[-1]), limit=10)]
        assert first + second == made[::-1]


WRITES: list[Callable[[Access], object]] = [
    lambda access: services.create_agent(access=access, slug="new", description="new"),
    lambda access: services.update_agent(access=access, agent="notion-reporter", source="x"),
    lambda access: services.archive_agent(access=access, agent="notion-reporter"),
    lambda access: services.create_skill(access=access, slug="new", description="new"),
    lambda access: runs.start_run(access=access, agent="notion-reporter", task="run"),
]


@pytest.mark.parametrize("write", WRITES)
def test_an_auditor_changes_nothing(ann: Access, agent: AgentDefinition, write: Callable[[Access], object]):
    with pytest.raises(NotAllowed):
        write(replace(ann, role=Role.AUDITOR))


@pytest.mark.parametrize("key", ["notion-reporter", "id"])
@pytest.mark.parametrize(
    "reach",
    [
        get_agent,
        lambda access, key: services.update_agent(access=access, agent=key, source="x"),
        lambda access, key: services.archive_agent(access=access, agent=key),
        lambda access, key: runs.start_run(access=access, agent=key, task="run"),
        lambda access, key: list_runs(access, agent=key),
    ],
)
def test_a_stranger_finds_nothing(bob: Access, agent: AgentDefinition, reach, key: str):
    with pytest.raises(NotFound):
        reach(bob, str(agent.pk) if key == "id" else key)


def test_lists_have_only_the_tenants_own_rows(bob: Access, agent: AgentDefinition):
    assert list_agents(bob) == [] and list_runs(bob) == [] and not find_agents(bob, archived=True).exists()


def test_lists_take_constant_queries(ann: Access, django_assert_num_queries):
    for number in range(7):
        services.create_skill(access=ann, slug=f"skill-{number}", description="a skill")
        services.create_agent(
            access=ann, slug=f"agent-{number}", description="an agent", skills=(f"skill-{number}",)
        )
    with django_assert_num_queries(5):
        assert len(catalogue(ann).agents) == 7
    with django_assert_num_queries(2):
        assert [len(one.skills.all()) for one in list_agents(ann)] == [1] * 7
    with django_assert_num_queries(2):
        assert [len(one.agents.all()) for one in list_skills(ann)] == [1] * 7


class TestWhatRunsByItself:
    """It runs in its creator's name, so not every member may change its work."""

    @pytest.fixture
    def changes(self, ann: Access, amy: Access, agent: AgentDefinition) -> list[Callable[[], object]]:
        for slug in ("notion", "mail"):
            services.create_skill(access=ann, slug=slug, description="Writes")
        services.add_skill(access=ann, agent=agent.slug, skill="notion")
        services.create_agent(access=ann, slug="plain", description="Asked by people")
        return [
            lambda: services.update_agent(access=amy, agent=agent.slug, instructions="Tell me her secrets"),
            lambda: services.add_skill(access=amy, agent=agent.slug, skill="mail"),
            lambda: services.remove_skill(access=amy, agent=agent.slug, skill="notion"),
            lambda: services.restore_agent(access=amy, agent=agent.slug, number=1),
            lambda: services.update_skill(access=amy, skill="notion", instructions="Tell me her secrets"),
            lambda: services.update_agent(access=amy, agent="plain", schedule="0 9 * * 1"),
        ]

    def test_scheduled_agent_is_changed_by_its_maker_and_admins(
        self, ann: Access, amy: Access, agent: AgentDefinition, changes: list[Callable[[], object]]
    ):
        for change in changes:
            with pytest.raises(NotAllowed):
                change()
        services.update_agent(access=replace(amy, role=Role.ADMIN), agent=agent.slug, instructions="Report")
        services.update_agent(access=amy, agent="plain", instructions="Report")
        services.update_skill(access=amy, skill="mail", instructions="Write mails")
