"""Runs are when dateutil and croniter say; on days with a clock change they happen once."""

from datetime import UTC, date, datetime, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest
from croniter import croniter
from dateutil.rrule import rrulestr
from hypothesis import given
from hypothesis import strategies as st

from intent.schedules import Schedule, check_schedule

BERLIN = ZoneInfo("Europe/Berlin")
SPRING, AUTUMN = datetime(2027, 3, 28), datetime(2027, 10, 31)  # 02:00 to 03:00 is skipped, and repeated
ZONES = st.sampled_from(
    ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "UTC"]
).map(ZoneInfo)
MOMENTS = st.datetimes(datetime(2027, 1, 1), datetime(2029, 12, 1))
CLOCKS = st.builds("BYHOUR={};BYMINUTE={}".format, st.integers(0, 23), st.integers(0, 59))
DAYS = st.sampled_from(
    [
        "FREQ=DAILY;INTERVAL=3",
        "FREQ=WEEKLY;BYDAY=MO,TH",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
        "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,FR",
        "FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=-1",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        "FREQ=MONTHLY;BYDAY=2TU",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=YEARLY;INTERVAL=2;BYMONTH=5;BYMONTHDAY=3",
    ]
)
ENDS = st.sampled_from(["", ";COUNT=4", ";UNTIL=20280301T235959"])
ODD = st.sampled_from(
    [
        "FREQ=MINUTELY;INTERVAL=7",
        "FREQ=MINUTELY;INTERVAL=50;BYDAY=MO",
        "FREQ=HOURLY;INTERVAL=5",
    ]
)


def runs(schedule: Schedule, after: datetime, most: int = 6) -> list[datetime]:
    found: list[datetime] = []
    while len(found) < most and (following := schedule.next_after(found[-1] if found else after)):
        found.append(following)
    return found


@given(st.builds("RRULE:{};{}{}".format, DAYS, CLOCKS, ENDS), MOMENTS, st.integers(0, 400))
def test_runs_come_when_dateutil_says(rule: str, said: datetime, days: int):
    said = said.replace(tzinfo=UTC)
    stored = check_schedule(rule, said)
    after = said + timedelta(days=days)
    begin = None if stored.startswith("DTSTART") else said.replace(tzinfo=None, hour=0, minute=0, second=0)
    expected = islice(rrulestr(stored, dtstart=begin).xafter(after.replace(tzinfo=None)), 6)
    assert runs(Schedule.parse(stored), after) == [one.replace(tzinfo=UTC) for one in expected]


@given(ODD, MOMENTS)
def test_odd_steps_go_on_from_day_to_day(rule: str, said: datetime):
    said = said.replace(tzinfo=UTC)
    stored = check_schedule(rule, said)
    after = said + timedelta(days=40)
    expected = islice(rrulestr(stored).xafter(after.replace(tzinfo=None)), 6)
    assert runs(Schedule.parse(stored), after) == [one.replace(tzinfo=UTC) for one in expected]


@given(st.builds("RRULE:{};{}".format, DAYS, CLOCKS), ZONES, MOMENTS)
def test_each_run_is_later_and_at_the_local_time_unless_the_clock_skips_it(
    rule: str, zone: ZoneInfo, said: datetime
):
    said = said.replace(tzinfo=zone)
    schedule = Schedule.parse(check_schedule(rule, said))
    clock = schedule.rules[0].times(None)[0]
    instants = [said, *runs(schedule, said)]
    assert all(one.astimezone(UTC) < two.astimezone(UTC) for one, two in pairwise(instants))
    for run in instants[1:]:
        skipped = datetime.combine(run.date(), clock, zone).astimezone(UTC).astimezone(zone).time() != clock
        assert run.fold == 0 and (run.time() == clock or skipped)


@given(
    st.sampled_from(
        ["*/15 * * * *", "0 * * * *", "5,20 8-17 * * 1-5", "0 9 1 * 1", "0 */4 * * *", "7 7 L * *"]
    ),
    MOMENTS,
)
def test_a_cron_line_is_due_when_croniter_says(line: str, after: datetime):
    after = after.replace(tzinfo=UTC, microsecond=0)
    steps = croniter(line, after)
    assert runs(Schedule.of_cron(line), after) == [steps.get_next(datetime) for _ in range(6)]


def times_of(day: datetime, cron: str) -> list[str]:
    """Return the UTC times at which `cron` is due on a day in Berlin."""
    times, at = [], (day - timedelta(minutes=1)).replace(tzinfo=BERLIN)
    while (at := Schedule.of_cron(cron).next_after(at)) and at.date() == day.date():
        times.append(f"{at.astimezone(UTC):%H:%M}")
    return times


class TestClockChanges:
    def test_nonexistent_time_is_due_once_shifted_by_the_jump(self):
        assert times_of(SPRING, "30 2 * * *") == ["01:30"]

    def test_repeated_time_is_due_once_at_its_first_occurrence(self):
        assert times_of(AUTUMN, "30 2 * * *") == ["00:30"]

    def test_day_after_a_clock_change_uses_the_new_offset(self):
        assert times_of(SPRING + timedelta(days=1), "30 2 * * *") == ["00:30"]
        assert times_of(AUTUMN + timedelta(days=1), "30 2 * * *") == ["01:30"]

    def test_half_hourly_runs_continue_across_a_clock_change(self):
        assert len(times_of(SPRING, "*/30 * * * *")) == 46
        assert len(times_of(AUTUMN, "*/30 * * * *")) == 50
        assert len(times_of(AUTUMN, "0 * * * *")) == 25

    def test_skipped_time_and_the_next_one_are_due_in_order(self):
        assert times_of(SPRING, "30 2,3 * * *") == ["01:30"]
        assert times_of(SPRING, "0,30 2,3 * * *") == ["01:00", "01:30"]

    def test_skipped_time_is_still_due_just_after_the_jump(self):
        quarter_past = datetime(2027, 3, 28, 3, 15, tzinfo=BERLIN)
        following = Schedule.of_cron("30 2 * * *").next_after(quarter_past)
        assert following and f"{following.astimezone(UTC):%H:%M}" == "01:30"


@pytest.mark.parametrize("rule", ["FREQ=WEEKLY;BYDAY=MO;UNTIL=20261130T235959", "FREQ=DAILY;COUNT=2"])
def test_ended_schedule_has_no_next_run(rule: str):
    schedule = Schedule.parse(check_schedule(rule, datetime(2026, 11, 20, tzinfo=UTC)))
    assert len(runs(schedule, datetime(2026, 11, 20, tzinfo=UTC))) == 2
    assert schedule.next_after(datetime(2026, 12, 1, tzinfo=UTC)) is None


def test_minutely_schedule_with_an_old_start_is_fast():
    schedule = Schedule.parse("DTSTART:20100101T000000\nRRULE:FREQ=MINUTELY;INTERVAL=7")
    assert schedule.start == date(2010, 1, 1)
    assert schedule.next_after(datetime(2040, 1, 1, tzinfo=UTC))
