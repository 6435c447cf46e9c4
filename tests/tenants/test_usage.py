"""The usage ledger."""

import logging
from datetime import UTC, datetime
from decimal import Decimal
from uuid import uuid4

import pytest

from omniforge.llm.types import ModelCall, Usage
from omniforge.tenants.models import AuditEntry, Role, UsageRecord
from omniforge.tenants.usage import month_totals, record_calls
from tests.factories import make_member

pytestmark = pytest.mark.django_db


def call(purpose="reply", cost="0.01", model="gpt-4o", **fields):
    return ModelCall(purpose, "openai", model, usage=Usage(100, 20), cost=Decimal(cost), **fields)


def test_calls_of_a_turn_are_written_in_one_query(ann, django_assert_num_queries):
    turn = uuid4()
    with django_assert_num_queries(1):
        record_calls(access=ann, turn_id=turn, calls=[call("intent", "0.001"), call(latency_ms=300)])
    rows = UsageRecord.objects.filter(tenant_id=ann.tenant_id, user_id=ann.user_id, turn_id=turn)
    assert {(row.purpose, row.input_tokens, row.output_tokens, row.latency_ms) for row in rows} == {
        ("intent", 100, 20, 0),
        ("reply", 100, 20, 300),
    }


def test_turn_without_calls_writes_nothing(ann):
    record_calls(access=ann, turn_id=uuid4(), calls=[])
    assert not UsageRecord.objects.exists() and not AuditEntry.objects.exists()


@pytest.mark.parametrize(("costs", "told"), [(["0.005"], False), (["0.003", "0.0021"], True)])
def test_intent_cost_over_budget_is_logged_and_audited(ann, caplog, costs, told):
    calls = [call("intent", cost) for cost in costs] + [call("reply", "9.00")]
    with caplog.at_level(logging.WARNING, "omniforge.tenants.usage"):
        record_calls(access=ann, turn_id=uuid4(), calls=calls)
    assert AuditEntry.objects.filter(action="usage.over_intent_budget").exists() is told
    assert bool(caplog.records) is told


def test_totals_are_by_purpose_and_model_dearest_first(ann):
    record_calls(access=ann, turn_id=None, calls=[call(), call(), call("intent", "0.001", error="timeout")])
    UsageRecord.objects.filter(purpose="intent").update(model="gpt-4o-mini")
    totals = list(month_totals(ann))
    assert [(row["purpose"], row["calls"], row["failed"]) for row in totals] == [
        ("reply", 2, 0),
        ("intent", 1, 1),
    ]
    assert (totals[0]["input_tokens"], totals[0]["cost"]) == (200, Decimal("0.02"))


def test_month_begins_in_the_workspaces_time_zone(acme, ann, monkeypatch):
    record_calls(access=ann, turn_id=None, calls=[call()])
    UsageRecord.objects.update(created_at=datetime(2026, 3, 1, 3, tzinfo=UTC))  # 28 February in New York
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(2026, 3, 9, tzinfo=UTC))
    assert len(month_totals(ann)) == 1
    acme.time_zone = "America/New_York"
    acme.save()
    assert len(month_totals(ann)) == 0


def test_member_sees_own_usage_and_auditor_sees_all(acme, ann, amy, bob):
    for access in (ann, amy, bob):
        record_calls(access=access, turn_id=None, calls=[call()])
    auditor = make_member(acme, role=Role.AUDITOR)
    calls = {who: sum(row["calls"] for row in month_totals(who)) for who in (ann, amy, bob, auditor)}
    assert calls == {ann: 2, amy: 1, bob: 1, auditor: 2}
