"""When agents are due: kept with each change, right in every zone and on the days on which clocks change."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents import services
from agents.models import AgentDefinition, AgentStatus
from agents.schedules import next_run
from agents.schedules.due import pause_after, say_time
from agents.selectors import get_agent
from omniforge.errors import InvalidInput
from omniforge.tenants.access import Access
from omniforge.tenants.services import set_time_zone

BERLIN = ZoneInfo("Europe/Berlin")
SPRING, AUTUMN = datetime(2027, 3, 28), datetime(2027, 10, 31)  # 02:00 to 03:00 is skipped, and is twice


def runs_on(day: datetime, cron: str) -> list[str]:
    """Return the times of UTC at which `cron` is due on a day of Berlin."""
    times, at = [], (day - timedelta(minutes=1)).replace(tzinfo=BERLIN)
    while (at := next_run(cron, at)) and at.date() == day.date():
        times.append(f"{at.astimezone(UTC):%H:%M}")
    return times


class TestDaysOnWhichClocksChange:
    def test_a_time_that_does_not_exist_is_due_once_at_the_moment_after(self):
        assert runs_on(SPRING, "30 2 * * *") == ["01:00"]

    def test_a_time_that_exists_twice_is_due_once_the_first_time(self):
        assert runs_on(AUTUMN, "30 2 * * *") == ["00:30"]

    def test_the_day_after_goes_by_the_new_clock(self):
        assert runs_on(SPRING + timedelta(days=1), "30 2 * * *") == ["00:30"]
        assert runs_on(AUTUMN + timedelta(days=1), "30 2 * * *") == ["01:30"]

    def test_what_is_due_every_half_hour_goes_on_without_a_gap_or_a_crowd(self):
        assert len(runs_on(SPRING, "*/30 * * * *")) == 46
        assert len(runs_on(AUTUMN, "*/30 * * * *")) == 50

    @given(
        zone=st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"]),
        minute=st.integers(0, 59),
        hour=st.integers(0, 23),
        start=st.datetimes(datetime(2027, 1, 1), datetime(2027, 12, 1)),
    )
    def test_a_daily_run_comes_once_on_each_day_of_the_zone(
        self, zone: str, minute: int, hour: int, start: datetime
    ):
        at = start.replace(tzinfo=ZoneInfo(zone))
        days = []
        for _ in range(4):
            at = next_run(f"{minute} {hour} * * *", at)
            days.append(at.date())
        assert days == [days[0] + timedelta(days=n) for n in range(4)]

    @given(start=st.datetimes(datetime(2027, 1, 1), datetime(2027, 12, 1), timezones=st.just(UTC)))
    def test_the_next_time_is_always_later(self, start: datetime):
        for cron in ("30 2 * * *", "*/15 * * * *", "0 */2 * * *"):
            assert next_run(cron, start.astimezone(BERLIN)) > start


@pytest.fixture
def reporter(ann: Access) -> AgentDefinition:
    """An agent of a workspace in Berlin, due each morning at nine."""
    set_time_zone(access=ann, time_zone="Europe/Berlin")
    return services.create_agent(access=ann, slug="reporter", description="Reports", schedule="0 9 * * *")


def due(access: Access) -> datetime | None:
    return get_agent(access, "reporter").next_run_at


class TestTheNextRunIsKept:
    def test_it_is_in_the_zone_of_the_workspace(self, ann: Access, reporter: AgentDefinition):
        at = due(ann).astimezone(BERLIN)
        assert (at.hour, at.minute) == (9, 0) and at > datetime.now(UTC)

    def test_another_schedule_is_another_time_and_no_schedule_is_none(self, ann, reporter):
        services.update_agent(access=ann, agent="reporter", schedule="0 7 * * *")
        assert due(ann).astimezone(BERLIN).hour == 7
        services.update_agent(access=ann, agent="reporter", schedule="")
        assert due(ann) is None

    def test_other_changes_leave_it_alone(self, ann, reporter):
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

    def test_it_follows_the_workspace_into_another_zone(self, ann, reporter):
        set_time_zone(access=ann, time_zone="Asia/Tokyo")
        assert due(ann).astimezone(ZoneInfo("Asia/Tokyo")).hour == 9


def test_a_schedule_that_no_day_fits_is_refused(ann: Access):
    with pytest.raises(InvalidInput, match="No day fits"):
        services.create_agent(access=ann, slug="never", description="Never", schedule="0 9 30 2 *")


@pytest.mark.parametrize(
    "wrong", [{"missed_runs": "many"}, {"overlap": "all"}, {"retries": 6}, {"retries": -1}], ids=str
)
def test_a_policy_that_there_is_not_is_refused(ann: Access, wrong: dict[str, object]):
    with pytest.raises(InvalidInput):
        services.create_agent(access=ann, slug="wrong", description="Wrong", **wrong)


def test_pauses_grow():
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
def test_a_time_is_said_as_people_say_it(at: str, words: str):
    friday = datetime(2026, 11, 20, 11, tzinfo=BERLIN)
    assert say_time(datetime.fromisoformat(at), friday) == words
