"""The pages of schedules and runs, and schedules over REST."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from agents.definitions.services import create_agent, set_status
from agents.models import AgentDefinition, AgentRun, AgentStatus
from agents.records.services import start_run
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role
from omniforge.tenants.services import set_time_zone
from tests.clients import browser, program
from tests.factories import make_member

DUE = datetime(2031, 6, 9, 7, 0, tzinfo=UTC)  # nine in Berlin

FORTNIGHTLY = (
    "DTSTART:20301203T080000\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=8;BYMINUTE=0"  # a Tuesday
)


@pytest.fixture
def agents(ann: Access) -> None:
    """A workspace in Berlin with an agent per day, a paused one, and one without a schedule."""
    set_time_zone(access=ann, time_zone="Europe/Berlin")
    for slug, schedule in (("reporter", "0 9 * * *"), ("sleeper", "0 7 * * 1"), ("helper", "")):
        create_agent(access=ann, slug=slug, description=f"The {slug}", schedule=schedule)
    set_status(access=ann, agent="sleeper", status=AgentStatus.PAUSED)
    AgentDefinition.objects.filter(slug="reporter").update(next_run_at=DUE)


@pytest.fixture
def tab(ann: Access) -> Client:
    return browser(ann)


def text_of(client: Client, path: str) -> str:
    return client.get(path).content.decode()


class TestTheSchedulesPage:
    def test_page_lists_next_runs_in_the_workspace_time_zone(self, agents: None, tab: Client):
        page = text_of(tab, "/schedules/")
        assert "9 June 2031 09:00" in page and "Europe/Berlin" in page
        assert page.index("reporter") < page.index("sleeper")
        assert "helper" not in page

    def test_page_pauses_and_resumes_an_agent(self, agents: None, tab: Client):
        page = tab.post("/schedules/reporter/pause/", follow=True).content.decode()
        assert "Paused. It doesn&#x27;t run until" in page and "Resume reporter" in page
        assert AgentDefinition.objects.get(slug="reporter").next_run_at is None
        tab.post("/schedules/reporter/resume/")
        assert AgentDefinition.objects.get(slug="reporter").next_run_at is not None

    def test_page_has_no_buttons_for_auditors(self, agents: None, acme):
        page = text_of(browser(make_member(acme, role=Role.AUDITOR)), "/schedules/")
        assert "reporter" in page and "Run now" not in page

    def test_empty_page_says_how_to_begin(self, tab: Client):
        assert "Nothing runs by itself yet" in text_of(tab, "/schedules/")


class TestTheRunsPage:
    def test_only_own_runs_link_to_their_conversation(self, agents, ann, amy, tab):
        talk = "0197f0a0-0000-7000-8000-000000000001"
        asked = {"task": "Count the late rentals", "conversation_id": talk, "trigger": "schedule"}
        start_run(access=ann, agent="reporter", **asked)
        mine = text_of(tab, "/runs/")
        assert f"/c/{talk}/" in mine and ">schedule<" in mine and "Count the late rentals" in mine
        theirs = text_of(browser(amy), "/runs/")
        assert "reporter" in theirs and talk not in theirs and "rentals" not in theirs

    def test_runs_page_is_paginated_by_fifty(self, agents, ann, tab):
        for _ in range(51):
            start_run(access=ann, agent="reporter", task="")
        page = text_of(tab, "/runs/")
        assert page.count("<tr>") == 51  # including the header
        oldest = AgentRun.objects.order_by("id")[1]
        assert f"before={oldest.pk}" in page
        assert text_of(tab, f"/runs/?before={oldest.pk}").count("<tr>") == 2

    def test_chat_runs_are_hidden_unless_asked_for(self, agents, ann, tab):
        start_run(access=ann, agent="reporter", task="")
        AgentRun.objects.update(agent=None)
        assert "Nothing has run yet" in text_of(tab, "/runs/")
        assert "<td>OmniForge</td>" in text_of(tab, "/runs/?chats=1")

    def test_runs_are_filtered_by_agent(self, agents, ann, tab):
        start_run(access=ann, agent="helper", task="")
        assert "Nothing has run yet" in text_of(tab, "/runs/?agent=reporter")
        assert tab.get("/runs/?agent=no-such-agent").status_code == 404


class TestRest:
    @pytest.fixture
    def api(self, ann: Access) -> Client:
        return program(ann)

    def test_rest_lists_schedules_with_times_and_policies(self, agents: None, api: Client):
        answer = api.get("/api/v1/schedules/").json()
        assert answer["time_zone"] == "Europe/Berlin" and answer["next"] is None
        first, second = answer["results"]
        assert first == {
            "agent": "reporter",
            "status": "active",
            "words": "every day at 09:00",
            "recurrence": "RRULE:FREQ=DAILY;BYHOUR=9;BYMINUTE=0",
            "cron": "0 9 * * *",
            "next_run_at": "2031-06-09T07:00:00Z",
            "last_run_at": None,
            "last_status": None,
            "missed_runs": "run_once",
            "overlap": "skip",
            "retries": 1,
        }
        assert (second["agent"], second["status"], second["next_run_at"]) == ("sleeper", "paused", None)

    @pytest.mark.parametrize(
        ("sent", "schedule", "recurrence"),
        [
            ("0 7 * * 1", "0 7 * * 1", "RRULE:FREQ=WEEKLY;BYDAY=MO;BYHOUR=7;BYMINUTE=0"),
            (
                "FREQ=MONTHLY;BYMONTHDAY=-1",
                "0 9 L * *",
                "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=9;BYMINUTE=0",
            ),
            (f"{FORTNIGHTLY}", FORTNIGHTLY, FORTNIGHTLY),
            ("", "", ""),
        ],
    )
    def test_schedule_accepts_cron_and_recurrence_rules(
        self, agents: None, api: Client, sent: str, schedule: str, recurrence: str
    ):
        path = "/api/v1/agents/reporter/"
        answer = api.patch(path, {"schedule": sent}, content_type="application/json").json()
        assert (answer["schedule"], answer["recurrence"]) == (schedule, recurrence)
        again = api.patch(path, {"schedule": answer["schedule"]}, content_type="application/json").json()
        assert (again["recurrence"], again["version"]) == (recurrence, answer["version"])

    def test_version_diff_shows_the_schedule_in_words(self, agents: None, api: Client):
        api.patch("/api/v1/agents/reporter/", {"schedule": FORTNIGHTLY}, content_type="application/json")
        answer = api.get("/api/v1/agents/reporter/versions/2/diff/")
        assert "every 2 weeks on Tuesday at 08:00, starting 3 December 2030" in answer.content.decode()

    def test_run_policies_are_set_over_rest(self, agents: None, api: Client):
        wanted = {"missed_runs": "skip", "overlap": "queue", "retries": 3}
        answer = api.patch("/api/v1/agents/reporter/", wanted, content_type="application/json")
        assert answer.status_code == 200
        assert wanted.items() <= answer.json().items()

    @pytest.mark.parametrize("wrong", [{"retries": 6}, {"retries": "many"}, {"overlap": "all"}], ids=str)
    def test_invalid_run_policies_are_refused_over_rest(self, agents: None, api: Client, wrong: dict):
        answer = api.patch("/api/v1/agents/reporter/", wrong, content_type="application/json")
        assert answer.status_code == 400 and next(iter(wrong)) in answer.content.decode()
