"""When agents are due: updated with each change, in the workspace's zone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from agents.definitions import services
from agents.definitions.schedules.due import next_due, pause_after, say_time
from agents.definitions.schedules.services import claim_due, schedule_retry
from agents.definitions.selectors import get_agent
from agents.models import AgentDefinition, AgentStatus, RunStatus, RunTrigger
from agents.records.services import finish_run, start_run
from omniforge.errors import InvalidInput
from omniforge.tenants.access import Access
from omniforge.tenants.services import set_time_zone

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture
def reporter(ann: Access) -> AgentDefinition:
    """An agent of a workspace in Berlin, due daily at nine."""
    set_time_zone(access=ann, time_zone="Europe/Berlin")
    return services.create_agent(access=ann, slug="reporter", description="Reports", schedule="0 9 * * *")


def due(access: Access) -> datetime | None:
    return get_agent(access, "reporter").next_run_at


class TestTheNextRunIsKept:
    def test_next_run_is_in_the_workspace_time_zone(self, ann: Access, reporter: AgentDefinition):
        at = due(ann).astimezone(BERLIN)
        assert (at.hour, at.minute) == (9, 0) and at > datetime.now(UTC)

    def test_next_run_follows_the_schedule(self, ann, reporter):
        services.update_agent(access=ann, agent="reporter", schedule="0 7 * * *")
        assert due(ann).astimezone(BERLIN).hour == 7
        services.update_agent(access=ann, agent="reporter", schedule="")
        assert due(ann) is None

    def test_other_changes_leave_the_next_run(self, ann, reporter):
        retried = datetime(2030, 1, 1, tzinfo=UTC)
        AgentDefinition.objects.update(next_run_at=retried)
        services.update_agent(access=ann, agent="reporter", description="Reports more", retries=3)
        assert due(ann) == retried

    @pytest.mark.parametrize("status", [AgentStatus.PAUSED, AgentStatus.ARCHIVED, AgentStatus.DRAFT])
    def test_only_an_active_agent_is_due(self, ann, reporter, status: AgentStatus):
        services.set_status(access=ann, agent="reporter", status=status)
        assert AgentDefinition.objects.get().next_run_at is None
        services.set_status(access=ann, agent="reporter", status=AgentStatus.ACTIVE)
        assert due(ann) is not None

    def test_next_run_follows_a_changed_time_zone(self, ann, reporter):
        set_time_zone(access=ann, time_zone="Asia/Tokyo")
        assert due(ann).astimezone(ZoneInfo("Asia/Tokyo")).hour == 9


class TestRhythmsThatCronCannotSay:
    def test_biweekly_schedule_continues_from_its_first_run(self, ann: Access, reporter: AgentDefinition):
        services.update_agent(
            access=ann, agent="reporter", schedule="RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=8"
        )
        agent = get_agent(ann, "reporter")
        first, second = agent.next_run_at, next_due(agent, agent.next_run_at)
        assert first.astimezone(BERLIN).strftime("%a %H:%M") == "Tue 08:00"
        assert (second.astimezone(BERLIN).date() - first.astimezone(BERLIN).date()).days == 14
        assert agent.schedule_words.startswith("every 2 weeks on Tuesday at 08:00, starting ")

    def test_ended_schedule_only_retries_its_failed_last_run(self, ann, reporter):
        now = datetime(2026, 11, 20, 12, tzinfo=UTC)
        AgentDefinition.objects.update(
            schedule="RRULE:FREQ=DAILY;BYHOUR=9;BYMINUTE=0;UNTIL=20261120T235959", next_run_at=now
        )
        agent = AgentDefinition.objects.select_related("tenant").get()
        assert claim_due(agent, now) and due(ann) is None
        run = start_run(access=ann, agent="reporter", task="", trigger=RunTrigger.SCHEDULE)
        finish_run(access=ann, run_id=run.pk, status=RunStatus.FAILED, method="rules", output="")
        agent.refresh_from_db()
        assert schedule_retry(agent, now) and due(ann) == now + timedelta(minutes=5)


def test_schedule_without_a_matching_day_is_refused(ann: Access):
    with pytest.raises(InvalidInput, match="No day fits"):
        services.create_agent(access=ann, slug="never", description="Never", schedule="0 9 30 2 *")


@pytest.mark.parametrize(
    "wrong", [{"missed_runs": "many"}, {"overlap": "all"}, {"retries": 6}, {"retries": -1}], ids=str
)
def test_invalid_run_policy_is_refused(ann: Access, wrong: dict[str, object]):
    with pytest.raises(InvalidInput):
        services.create_agent(access=ann, slug="wrong", description="Wrong", **wrong)


def test_retry_pauses_grow():
    assert [pause_after(n) // timedelta(minutes=1) for n in (1, 2, 3)] == [5, 15, 45]


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ("2026-11-20T17:00Z", "today 18:00"),
        ("2026-11-20T23:30Z", "tomorrow 00:30"),
        ("2026-11-23T08:00Z", "Monday 09:00"),
        ("2026-12-01T08:00Z", "1 December 09:00"),
        ("2027-03-01T08:00Z", "1 March 2027 09:00"),
        ("2026-11-19T08:00Z", "19 November 09:00"),
    ],
)
def test_run_time_is_said_in_plain_words(at: str, words: str):
    friday = datetime(2026, 11, 20, 11, tzinfo=BERLIN)
    assert say_time(datetime.fromisoformat(at), friday) == words
