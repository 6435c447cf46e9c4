"""Stored cron lines become RRULE lines and go back, in agents and in their versions."""

import pytest
from django.apps import apps
from django.utils.module_loading import import_string

from agents.definitions.services import create_agent
from agents.models import AgentDefinition, AgentVersion
from omniforge.tenants.access import Access

CRON = {
    "0 9 * * 1": "RRULE:FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0",
    "*/15 * * * *": "RRULE:FREQ=MINUTELY;INTERVAL=15",
    "0 10 * * L5": "RRULE:FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=10;BYMINUTE=0",
    "0 9 1 * 1": "RRULE:FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=9;BYMINUTE=0\n"
    "RRULE:FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0",
    "": "",
}
MIGRATION = "agents.migrations.0008_schedules_as_rules"


@pytest.fixture
def agent(ann: Access) -> AgentDefinition:
    return create_agent(access=ann, slug="reporter", description="Reports", schedule="0 9 * * *")


def stored(agent: AgentDefinition) -> tuple[str, str]:
    agent.refresh_from_db()
    return agent.schedule, agent.versions.get().snapshot["schedule"]


def store(agent: AgentDefinition, schedule: str) -> None:
    AgentDefinition.objects.update(schedule=schedule)
    version = AgentVersion.objects.get()
    version.snapshot["schedule"] = schedule
    version.save()


@pytest.mark.parametrize(("cron", "rules"), CRON.items())
def test_cron_goes_there_and_back(agent: AgentDefinition, cron: str, rules: str):
    store(agent, cron)
    import_string(f"{MIGRATION}.to_rules")(apps, None)
    assert stored(agent) == (rules, rules)
    import_string(f"{MIGRATION}.to_cron")(apps, None)
    assert stored(agent) == (cron, cron)


def test_what_cron_cannot_say_is_on_demand_after_going_back(agent: AgentDefinition):
    store(agent, "DTSTART:20301203T080000\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=8;BYMINUTE=0")
    import_string(f"{MIGRATION}.to_cron")(apps, None)
    assert stored(agent) == ("", "") and agent.next_run_at is None and agent.schedule_words == "on demand"
