"""Lists of what is outside projects tell times in the workspace's zone, and their limits by name."""

import pytest

from agents.definitions.services import create_agent
from omniforge.storage.database import in_database
from omniforge.tenants.services import set_time_zone
from tests.agents.tools.builtin.calls import failed, given

pytestmark = pytest.mark.django_db(transaction=True)


async def test_next_run_is_in_the_zone_of_its_schedule_even_if_that_is_new(run, ann):
    await in_database(create_agent, access=ann, slug="scout", description="Looks.", schedule="0 9 * * 2")
    await in_database(set_time_zone, access=ann, time_zone="Asia/Tokyo")
    [row] = (await given(run, "list", kind="agent"))["rows"]
    told = await given(run, "read", ref="scout", kind="agent")
    for one in (row, told):
        assert one["schedule"] == "every Tuesday at 09:00" and one["next_run"].endswith("T09:00+09:00")


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (
            {"due_after": "2026-11-30", "due_before": "2027-12-31"},
            "From 2026-11-30 (due_after), due_before can be 2026-11-30 to 2027-11-30: at most 366 days",
        ),
        ({"due_after": "2026-12-02", "due_before": "2026-12-01"}, "due_before can be 2026-12-02 to"),
    ],
)
async def test_span_of_events_is_told_by_the_names_of_its_limits(run, wanted, said):
    assert said in await failed(run, "list", kind="event", filter=wanted)


async def test_longest_span_of_events_is_listed(run):
    wanted = {"due_after": "2026-11-30", "due_before": "2027-11-30"}
    assert (await given(run, "list", kind="event", filter=wanted))["total"] == 0
