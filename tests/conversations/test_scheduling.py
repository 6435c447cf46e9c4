"""Standing agents: due runs become turns, once each; what is missed, meets another or fails has a policy."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier

import pytest
from django.db import connection

from agents.definitions.services import create_agent, set_status, update_agent
from agents.models import AgentDefinition, AgentStatus, RunTrigger
from conversations.models import Conversation, Turn, TurnStatus
from conversations.record.services import delete_conversation
from conversations.schedules.due_runs import run_due
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry, Membership, Role, Tenant, User
from tests.conversations.standing import NINE, SOON, agent_now, claimed, make_due


@pytest.fixture
def make_agent(amy: Access) -> Callable[..., AgentDefinition]:
    """Make an agent of Amy's that is due."""
    return partial(make_due, amy)


class TestADueRun:
    def test_is_a_queued_turn_in_the_agents_own_conversation(self, make_agent, amy: Access):
        agent = make_agent()
        assert run_due(SOON) == 1
        turn = Turn.objects.select_related("conversation", "user_message").get()
        assert (turn.status, turn.user_id, turn.number) == (TurnStatus.QUEUED, amy.user_id, 1)
        assert turn.user_message.content == "Scheduled run of weekly-report"
        assert (turn.conversation.title, turn.conversation.user_id) == ("weekly-report", amy.user_id)
        claim = claimed()
        assert (claim.agent_id, claim.trigger) == (agent.pk, RunTrigger.SCHEDULE)

    def test_moves_the_agent_on_to_its_next_time(self, make_agent):
        make_agent()
        run_due(SOON)
        assert (agent_now().next_run_at, agent_now().last_run_at) == (NINE + timedelta(days=1), SOON)
        assert run_due(SOON) == 0
        assert Turn.objects.count() == 1

    def test_follows_the_one_before_in_the_same_conversation(self, make_agent):
        make_agent()
        run_due(SOON)
        Turn.objects.update(status=TurnStatus.COMPLETED)
        assert run_due(SOON + timedelta(days=1)) == 1
        assert list(Turn.objects.values_list("number", flat=True)) == [1, 2]
        assert Conversation.objects.count() == 1

    def test_begins_a_new_conversation_where_that_was_deleted(self, make_agent, amy: Access):
        make_agent()
        run_due(SOON)
        delete_conversation(amy, agent_now().conversation_id)
        run_due(SOON + timedelta(days=1))
        assert Conversation.objects.count() == 2
        assert agent_now().conversation_id == Turn.objects.order_by("-id")[0].conversation_id

    def test_comes_at_its_time_and_only_for_active_agents(self, make_agent, amy: Access):
        make_agent("early")
        make_agent("asleep")
        set_status(access=amy, agent="asleep", status=AgentStatus.PAUSED)
        assert run_due(NINE - timedelta(seconds=1)) == 0
        assert run_due(SOON) == 1

    def test_comes_also_where_another_agent_cannot_be_started(self, make_agent, bob: Access):
        create_agent(access=bob, slug="broken", description="Broken", schedule="0 9 * * *")
        Tenant.objects.filter(pk=bob.tenant_id).update(time_zone="Mars/Olympus")
        AgentDefinition.objects.update(next_run_at=NINE - timedelta(seconds=1))
        make_agent()
        assert run_due(SOON) == 1

    @pytest.mark.django_db(transaction=True)
    def test_is_started_once_by_workers_that_look_at_the_same_moment(self, make_agent):
        for number in range(3):
            make_agent(f"agent-{number}")
        together = Barrier(4)

        def look() -> int:
            together.wait()
            try:
                return run_due(SOON)
            finally:
                connection.close()

        with ThreadPoolExecutor(4) as workers:
            started = [worker.result() for worker in [workers.submit(look) for _ in range(4)]]
        assert sum(started) == 3
        assert Turn.objects.count() == 3


class TestMissedRuns:
    LATER = NINE + timedelta(days=3, hours=1)

    def test_are_made_up_for_once(self, make_agent):
        make_agent(missed_runs="run_once")
        assert run_due(self.LATER) == 1
        assert agent_now().next_run_at == NINE + timedelta(days=4)
        assert run_due(self.LATER) == 0

    def test_are_left_out_where_the_agent_says_so(self, make_agent):
        make_agent(missed_runs="skip")
        assert run_due(self.LATER) == 0
        assert (agent_now().next_run_at, agent_now().last_run_at) == (NINE + timedelta(days=4), None)

    def test_ten_minutes_are_not_missed(self, make_agent):
        make_agent(missed_runs="skip")
        assert run_due(NINE + timedelta(minutes=10)) == 1


class TestOverlap:
    TOMORROW = SOON + timedelta(days=1)

    @pytest.mark.parametrize(("policy", "started"), [("skip", 0), ("queue", 1)])
    def test_a_run_meets_one_that_still_runs(self, make_agent, policy: str, started: int):
        make_agent(overlap=policy)
        run_due(SOON)
        claimed()
        assert run_due(self.TOMORROW) == started
        assert agent_now().next_run_at == NINE + timedelta(days=2)

    def test_at_most_one_waits(self, make_agent):
        make_agent(overlap="queue")
        run_due(SOON)
        claimed()
        assert [run_due(SOON + timedelta(days=n)) for n in (1, 2, 3)] == [1, 0, 0]


class TestAPersonWhoIsGone:
    @pytest.fixture(params=["left", "auditor", "deactivated"])
    def gone(self, request, amy: Access, ann: Access) -> None:
        member = Membership.objects.filter(user_id=amy.user_id)
        {
            "left": lambda: member.delete(),
            "auditor": lambda: member.update(role=Role.AUDITOR),
            "deactivated": lambda: User.objects.filter(pk=amy.user_id).update(is_active=False),
        }[request.param]()

    def test_pauses_the_agent_and_the_owner_is_told(self, make_agent, ann: Access, gone: None):
        make_agent()
        assert run_due(SOON) == 0
        assert (agent_now().status, agent_now().next_run_at) == (AgentStatus.PAUSED, None)
        assert not Turn.objects.exists()
        entry = AuditEntry.objects.get(action="agent.paused")
        assert entry.user_id is None and "weekly-report" in entry.reason
        told = Conversation.objects.get(user_id=ann.user_id)
        assert told.title == "weekly-report is paused"
        assert "resume weekly-report" in told.messages.get().content

    def test_who_resumes_it_is_the_one_in_whose_name_it_runs(self, make_agent, ann: Access, gone: None):
        make_agent()
        run_due(SOON)
        set_status(access=ann, agent="weekly-report", status=AgentStatus.ACTIVE)
        AgentDefinition.objects.update(next_run_at=NINE)
        assert run_due(SOON) == 1
        assert Turn.objects.get().user_id == ann.user_id

    def test_does_not_stop_the_agents_of_others(self, make_agent, ann: Access, gone: None):
        make_agent()
        create_agent(access=ann, slug="another", description="Another", schedule="0 9 * * *")
        AgentDefinition.objects.update(next_run_at=NINE)
        assert run_due(SOON) == 1


def test_an_agent_that_is_renamed_while_its_run_waits_still_runs(make_agent, amy: Access):
    agent = make_agent()
    run_due(SOON)
    update_agent(access=amy, agent="weekly-report", slug="monday-report")
    assert claimed().agent_id == agent.pk
