"""The usage ledger: the cost of every model call, and monthly totals."""

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Count, Q, QuerySet, Sum
from django.utils import timezone

from omniforge.llm.types import ModelCall
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.connected.refusals import record_failures
from omniforge.tenants.models import UsageRecord
from omniforge.tenants.selectors import zone_of

logger = logging.getLogger(__name__)


def record_calls(*, access: Access, turn_id: UUID | None, calls: Sequence[ModelCall]) -> None:
    """Record the calls of a turn in the ledger, in one query.

    If understanding one message cost more than settings.INTENT_COST_BUDGET dollars, that is logged and
    audited, since otherwise nobody would notice before the bill.
    """
    UsageRecord.objects.bulk_create(
        _record(access.tenant_id, access.user_id, turn_id, call) for call in calls
    )
    record_failures(access.tenant_id, calls)
    spent = sum((call.cost for call in calls if call.purpose == "intent"), Decimal())
    if spent > Decimal(str(settings.INTENT_COST_BUDGET)):
        said = f"Understanding one message cost {spent} dollars, the budget is {settings.INTENT_COST_BUDGET}."
        logger.warning("%s Turn %s", said, turn_id)
        audit.record(access=access, action="usage.over_intent_budget", reason=f"{said} Turn {turn_id}")


def record_background_calls(*, tenant_id: UUID, calls: Sequence[ModelCall]) -> None:
    """Record calls of background work in the ledger."""
    UsageRecord.objects.bulk_create(_record(tenant_id, None, None, call) for call in calls)
    record_failures(tenant_id, calls)


def _record(tenant_id: UUID, user_id: UUID | None, turn_id: UUID | None, call: ModelCall) -> UsageRecord:
    return UsageRecord(
        tenant_id=tenant_id,
        user_id=user_id,
        turn_id=turn_id,
        purpose=call.purpose,
        provider=call.provider,
        model=call.model,
        input_tokens=call.usage.input_tokens,
        output_tokens=call.usage.output_tokens,
        cost=call.cost,
        latency_ms=call.latency_ms,
        error=call.error,
    )


def month_totals(access: Access) -> QuerySet[UsageRecord, Any]:
    """Return this month's calls by purpose and model, most expensive first. A member sees only their own.

    Each row: purpose, provider, model, calls, failed, input_tokens, output_tokens, cost (US dollars). The
    month begins in the workspace's time zone.
    """
    records = UsageRecord.objects.filter(tenant_id=access.tenant_id, created_at__gte=_month_start(access))
    if not access.is_overseer:
        records = records.filter(user_id=access.user_id)
    totals = records.values("purpose", "provider", "model").annotate(
        calls=Count("id"),
        failed=Count("id", filter=~Q(error="")),
        input_tokens=Sum("input_tokens"),
        output_tokens=Sum("output_tokens"),
        cost=Sum("cost"),
    )
    return totals.order_by("-cost", "purpose", "model")


def sum_totals(totals: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return the sums over rows of `month_totals`: calls, failed, tokens, cost."""
    rows = list(totals)
    return {
        "calls": sum(row["calls"] for row in rows),
        "failed": sum(row["failed"] for row in rows),
        "tokens": sum(row["input_tokens"] + row["output_tokens"] for row in rows),
        "cost": sum((row["cost"] for row in rows), Decimal()),
    }


def _month_start(access: Access) -> datetime:
    now = timezone.now().astimezone(zone_of(access.tenant_id))
    return now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
