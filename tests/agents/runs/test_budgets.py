"""A run's limit is the smallest remainder of all who are concerned; at the limit it stops and says so."""

from decimal import Decimal

import pytest

from agents.definitions.selectors import get_agent
from agents.definitions.services import create_agent
from agents.models import AgentRun, Budget, ToolCallRecord
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from omniforge.tenants.models import UsageRecord
from tests.agents.chat import Chat, replying
from tests.agents.limits import limits_for

pytestmark = pytest.mark.django_db(transaction=True)


def used(access: Access, *, tokens: int, cost: str = "0") -> UsageRecord:
    return UsageRecord.objects.create(
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        turn_id=new_id(),
        purpose="reply",
        provider="openai",
        model="gpt",
        input_tokens=tokens,
        cost=Decimal(cost),
    )


def test_default_limits_cover_only_calls_and_seconds(ann: Access):
    limits = limits_for(ann, None)
    assert (limits.tokens, limits.cost, limits.calls, limits.seconds) == (None, None, 40, 600.0)


def test_smallest_remaining_budget_applies(ann: Access):
    Budget.objects.create(tenant_id=ann.tenant_id, period="day", tokens=1000)
    Budget.objects.create(tenant_id=ann.tenant_id, user_id=ann.user_id, period="month", tokens=700, calls=5)
    used(ann, tokens=400)
    limits = limits_for(ann, None)
    assert (limits.tokens, limits.calls) == (300, 5)


def test_overspent_budget_leaves_zero(ann: Access):
    Budget.objects.create(tenant_id=ann.tenant_id, period="day", cost=Decimal("0.5"))
    used(ann, tokens=1, cost="2")
    assert limits_for(ann, None).cost == 0


def test_agent_budget_counts_only_its_own_runs(ann: Access):
    create_agent(access=ann, slug="clerk", description="Does the books")
    clerk = get_agent(ann, "clerk")
    Budget.objects.create(tenant_id=ann.tenant_id, agent=clerk, period="day", tokens=100, calls=10)
    used(ann, tokens=90)
    mine = used(ann, tokens=30)
    run = AgentRun.objects.create(tenant_id=ann.tenant_id, agent=clerk, turn_id=mine.turn_id)
    ToolCallRecord.objects.create(tenant_id=ann.tenant_id, run=run, turn_id=mine.turn_id, tool="calculate")
    limits = limits_for(ann, clerk)
    assert (limits.tokens, limits.calls) == (70, 9)
    assert limits_for(ann, None).tokens is None


def test_usage_of_another_workspace_does_not_count(ann: Access, bob: Access):
    Budget.objects.create(tenant_id=ann.tenant_id, period="day", tokens=100)
    Budget.objects.create(tenant_id=bob.tenant_id, period="day", tokens=1)
    used(bob, tokens=99)
    assert limits_for(ann, None).tokens == 100


async def test_answer_stops_with_a_notice_at_the_token_limit(ann: Access):
    await Budget.objects.acreate(tenant_id=ann.tenant_id, period="turn", tokens=30)
    chat = Chat(ann, replying("word " * 400)[0])
    answer = await chat.say("Explain this text: " + "The books are in order and nothing is missing. " * 12)
    assert answer.text.rstrip().endswith("(Stopped here: the limit of 30 tokens is reached.)")
    assert 10 < answer.text.count("word") < 60
