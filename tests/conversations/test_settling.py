"""A scheduled run that fails is tried again, then told; the schedule goes on."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from agents.definitions.services import set_status
from agents.models import AgentDefinition, AgentRun, AgentStatus, RunStatus
from agents.records.services import finish_run, start_run
from conversations.models import Message, Turn, TurnStatus
from conversations.schedules.due_runs import run_due
from conversations.turns.failed_schedules import Notice, settle
from omniforge.tenants.access import Access
from tests.conversations.standing import SOON, agent_now, claimed, make_due


@pytest.fixture
def make_agent(amy: Access) -> Callable[..., AgentDefinition]:
    """Make an agent of Amy's that is due."""
    return partial(make_due, amy)


# Half a day away from whenever this runs, as a next time that comes sooner than a pause shortens it.
FAR_OFF = f"0 {(datetime.now(UTC).hour + 12) % 24} * * *"


def run_and_fail(amy: Access, now: datetime, error: str = "Jira did not answer.") -> Notice | None:
    """Let what is due run and fail, as the runner writes it down."""
    assert run_due(now) == 1
    claim = claimed()
    run = start_run(access=amy, agent="weekly-report", task="", turn_id=claim.turn_id, trigger=claim.trigger)
    finish_run(access=amy, run_id=run.pk, status=RunStatus.FAILED, method="rules", error=error)
    Turn.objects.filter(pk=claim.turn_id).update(status=TurnStatus.COMPLETED)
    return settle(claim.turn_id)


def last_word() -> str:
    return Message.objects.order_by("-sequence")[0].content


class TestAFailedRun:
    def test_is_tried_again_after_a_pause_and_the_conversation_says_so(self, make_agent, amy: Access):
        make_agent(retries=1, schedule=FAR_OFF)
        began = datetime.now(UTC)
        assert run_and_fail(amy, SOON) is None
        pause = agent_now().next_run_at - began
        assert timedelta(minutes=5) <= pause < timedelta(minutes=6)
        assert "failed. Jira did not answer. It is tried again" in last_word()

    def test_is_told_when_no_retry_is_left_and_the_schedule_goes_on(self, make_agent, amy: Access):
        make_agent(retries=1, schedule=FAR_OFF)
        run_and_fail(amy, SOON)
        notice = run_and_fail(amy, agent_now().next_run_at)
        assert notice is not None
        assert notice.access == amy and notice.conversation_id == agent_now().conversation_id
        assert notice.message == last_word() and "Next: " in notice.message
        assert agent_now().next_run_at > datetime.now(UTC) + timedelta(minutes=20)

    def test_pauses_grow_and_begin_anew_with_the_next_time(self, make_agent, amy: Access):
        make_agent(retries=2, schedule=FAR_OFF)
        pauses = []
        for _ in range(4):
            due, began = agent_now().next_run_at, datetime.now(UTC)
            told = run_and_fail(amy, due)
            pauses.append(None if told else (agent_now().next_run_at - began) // timedelta(minutes=1))
        assert pauses == [5, 15, None, 5]

    def test_a_next_time_that_comes_sooner_is_the_next_try(self, make_agent, amy: Access):
        make_agent(schedule="*/2 * * * *")
        AgentDefinition.objects.update(next_run_at=datetime.now(UTC))
        run_and_fail(amy, datetime.now(UTC))
        assert agent_now().next_run_at <= datetime.now(UTC) + timedelta(minutes=2)

    def test_is_told_at_once_without_retries(self, make_agent, amy: Access):
        make_agent(retries=0)
        assert run_and_fail(amy, SOON) is not None

    @pytest.mark.parametrize("began", [True, False])
    def test_a_killed_process_is_a_failure_too(self, make_agent, amy: Access, began: bool):
        make_agent(retries=0)
        run_due(SOON)
        claim = claimed()
        if began:
            start_run(access=amy, agent="weekly-report", task="", turn_id=claim.turn_id, trigger="schedule")
        Turn.objects.update(status=TurnStatus.INTERRUPTED)
        assert settle(claim.turn_id) is not None
        run = AgentRun.objects.get()
        assert (run.status, run.trigger, run.user_id) == ("failed", "schedule", amy.user_id)

    def test_what_a_person_stopped_is_no_failure(self, make_agent):
        make_agent()
        run_due(SOON)
        claim = claimed()
        Turn.objects.update(status=TurnStatus.CANCELLED)
        assert settle(claim.turn_id) is None
        assert Message.objects.count() == 1

    def test_a_paused_agent_is_not_tried_again(self, make_agent, amy: Access):
        make_agent()
        run_due(SOON)
        claim = claimed()
        set_status(access=amy, agent="weekly-report", status=AgentStatus.PAUSED)
        Turn.objects.update(status=TurnStatus.FAILED)
        assert settle(claim.turn_id) is not None
        assert agent_now().next_run_at is None
        assert "does not run again by itself" in last_word()
