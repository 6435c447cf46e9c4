"""Dates are calculated, not guessed: by calendar and clock, in the right zone."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.tools.builtin.calculate import calculate
from agents.tools.gate import call_tool
from agents.tools.run_context import RunContext
from omniforge.errors import InvalidInput, OmniForgeError
from omniforge.llm.types import ToolRequest
from omniforge.storage.ids import new_id
from omniforge.tables.dates import Shift, move, working_days_between
from omniforge.tables.zones import zone_named
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role
from tests.agents.tools.contexts import call_context, run_context

CONTEXT = call_context(Access(new_id(), new_id(), Role.MEMBER))  # a Friday, ten o'clock in UTC
BERLIN = ZoneInfo("Europe/Berlin")
DAYS = st.dates(date(1900, 1, 1), date(2100, 12, 31))


async def reckon(**date):
    return await calculate.run(calculate.arguments.model_validate({"date": date}), CONTEXT)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "Friday, 20 November 2026, 10:00 (UTC)"),
        ({"day": "today"}, "Friday, 20 November 2026"),
        ({"day": "yesterday"}, "Thursday, 19 November 2026"),
        ({"zone": "berlin"}, "Friday, 20 November 2026, 11:00 (Europe/Berlin)"),
        ({"zone": "New York"}, "Friday, 20 November 2026, 05:00 (America/New_York)"),
        ({"day": "2024-02-29"}, "Thursday, 29 February 2024"),
        ({"day": "2026-01-31", "add": {"months": 1}}, "Saturday, 28 February 2026"),
        ({"day": "2024-02-29", "add": {"years": 1}}, "Friday, 28 February 2025"),
        ({"day": "2026-03-31", "add": {"months": -1}}, "Saturday, 28 February 2026"),
        ({"day": "today", "add": {"working_days": 1}}, "Monday, 23 November 2026"),
        ({"day": "2026-11-22", "add": {"working_days": -1}}, "Friday, 20 November 2026"),
        ({"day": "today", "add": {"hours": 30}}, "Saturday, 21 November 2026, 06:00 (UTC)"),
        (
            {"day": "2026-07-01T09:00", "zone": "UTC", "to_zone": "Asia/Tokyo"},
            "Wednesday, 1 July 2026, 18:00 (Asia/Tokyo)",
        ),
        (
            {"day": "2026-07-01T09:00+02:00", "to_zone": "UTC"},
            "Wednesday, 1 July 2026, 07:00 (UTC)",
        ),
        (
            {"day": "2026-11-20", "until": "2026-12-24"},
            "34 days, of them 24 working days",
        ),
        ({"day": "2026-11-20", "until": "2026-11-21"}, "1 day, of them 0 working days"),
        (
            {"day": "2026-11-20T08:00", "until": "now"},
            "0 days, of them 0 working days; on the clock 2 hours",
        ),
    ],
)
async def test_dates_are_told_and_calculated(arguments, words):
    assert (await reckon(**arguments)).words == words


async def test_day_and_hour_shifts_differ_across_summer_time():
    before = {"day": "2026-03-28T12:00", "zone": "Europe/Berlin"}
    assert (await reckon(add={"days": 1}, **before)).value == "2026-03-29T12:00:00+02:00"
    assert (await reckon(add={"hours": 24}, **before)).value == "2026-03-29T13:00:00+02:00"
    apart = await reckon(until="2026-03-29T12:00", **before)
    assert (apart.days, apart.hours) == (1, 23)


async def test_time_skipped_by_summer_time_moves_an_hour_on():
    skipped = {"day": "2026-03-29T02:30", "zone": "Europe/Berlin"}
    assert (await reckon(**skipped)).value == "2026-03-29T03:30:00+02:00"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"day": "20.11.2026"}, "date: '20.11.2026' is no date. Write it like 2026-11-20"),
        ({"day": "2026-02-30"}, "date: '2026-02-30' is no date"),
        ({"until": "soon"}, "until: 'soon' is no date"),
        ({"to_zone": "Mars"}, "to_zone: there is no time zone 'Mars'"),
        ({"zone": "Europe/Berln"}, "Did you mean Europe/Berlin"),
        ({"zone": "../etc/passwd"}, "zone: there is no time zone"),
        ({"zone": "Europe"}, "zone: there is no time zone 'Europe'"),
        ({"add": {"years": 9000}}, "leaves the years 1 to 9999"),
        ({"day": "0002-01-01", "zone": "Asia/Tokyo", "add": {"days": -400}}, "leaves the years"),
        ({"day": "0001-01-01", "zone": "Asia/Tokyo", "until": "now"}, "is no date"),
    ],
)
async def test_invalid_date_or_zone_is_reported_with_the_format(arguments, why):
    with pytest.raises(OmniForgeError) as error:
        await reckon(**arguments)
    assert why in error.value.message


@pytest.fixture
def run(ann) -> RunContext:
    return run_context(ann)


@pytest.mark.django_db(transaction=True)
async def test_out_of_range_shift_is_reported_by_field(run):
    outcome = await call_tool(run, ToolRequest("1", "calculate", '{"date": {"add": {"days": 999999999}}}'))
    assert "date.add.days: Input should be less than or equal to 100000" in outcome.text


@given(DAYS, DAYS)
def test_working_days_between_exclude_weekends(one, other):
    first, last = min(one, other), min(max(one, other), min(one, other) + timedelta(days=400))
    shown = (first + timedelta(days=n) for n in range(1, (last - first).days + 1))
    assert working_days_between(first, last) == sum(day.weekday() < 5 for day in shown)
    assert working_days_between(last, first) == -working_days_between(first, last)


@given(DAYS, st.integers(1, 300))
def test_moving_by_working_days_skips_weekends(day, days):
    later = move(day, Shift(working_days=days), BERLIN)
    assert later.weekday() < 5 and working_days_between(day, later) == days


@given(st.datetimes(datetime(1990, 1, 1), datetime(2030, 1, 1)), st.integers(-10_000, 10_000))
def test_moving_by_minutes_there_and_back_changes_nothing(naive, minutes):
    moment = move(naive.replace(tzinfo=BERLIN), Shift(), BERLIN)
    there = move(moment, Shift(minutes=minutes), BERLIN)
    assert move(there, Shift(minutes=-minutes), BERLIN) == moment


def test_zones_are_found_by_name_and_city_in_any_case():
    assert {zone_named(name).key for name in ("europe/berlin", "Berlin", " BERLIN ")} == {"Europe/Berlin"}
    assert zone_named("utc").key == "UTC"
    with pytest.raises(InvalidInput):
        zone_named("")
