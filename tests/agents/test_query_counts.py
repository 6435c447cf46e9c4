"""Lists and bulk changes take the same number of queries for many rows as for few."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from agents.definitions.selectors import find_agents, find_runs, of_last_run
from agents.definitions.services import add_skill, create_agent, create_skill
from agents.models import RunStatus
from agents.records.services import finish_run, start_run
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from omniforge.tenants.services import set_time_zone
from tests.clients import browser

LISTS = (
    "/agents/",
    "/skills/",
    "/runs/",
    "/schedules/",
    "/settings/limits/",
    "/api/v1/agents/",
    "/api/v1/skills/",
    "/api/v1/schedules/",
    "/api/v1/agents/agent-0/runs/",
    "/api/v1/agents/agent-0/versions/",
    "/api/v1/tools/",
)


def add_rows(access: Access, numbers: range) -> None:
    """Add an agent for each number, with a skill, a schedule and a run; the first agent has all the runs."""
    for number in numbers:
        create_skill(access=access, slug=f"skill-{number}", description="Adds up.")
        create_agent(access=access, slug=f"agent-{number}", description="Counts.", schedule="0 9 * * *")
        add_skill(access=access, agent=f"agent-{number}", skill=f"skill-{number}")
        for agent in {f"agent-{number}", "agent-0"}:
            run = start_run(access=access, agent=agent, task="Count.")
            finish_run(access=access, run_id=run.pk, status=RunStatus.SUCCEEDED, method="rules")


def queries(action: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        action()
    return len(captured)


@pytest.mark.usefixtures("noted_session")
@pytest.mark.parametrize("path", LISTS)
def test_list_query_count_is_independent_of_its_length(ann: Access, path: str):
    client: Client = browser(ann)
    add_rows(ann, range(2))
    assert client.get(path).status_code == 200  # the first request also warms caches
    few = queries(lambda: client.get(path))
    add_rows(ann, range(2, 6))
    client.get(path)
    assert queries(lambda: client.get(path)) == few


def test_time_zone_change_takes_constant_queries(ann: Access):
    add_rows(ann, range(1))
    one = queries(lambda: set_time_zone(access=ann, time_zone="Asia/Tokyo"))
    add_rows(ann, range(1, 4))
    assert queries(lambda: set_time_zone(access=ann, time_zone="Europe/Berlin")) == one


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite says in its plan whether it sorts")
def test_newest_runs_are_read_from_an_index(ann: Access):
    newest = find_runs(ann)[:50].explain()
    of_agent = find_runs(ann).filter(agent=new_id())[:50].explain()
    with_last = find_agents(ann).order_by("id").annotate(last=of_last_run(ann, "started_at")).explain()
    assert "runs_by_tenant" in newest and "TEMP B-TREE" not in newest
    assert "runs_by_agent" in of_agent and "TEMP B-TREE" not in of_agent
    assert "runs_by_agent" in with_last
