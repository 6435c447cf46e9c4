"""The ledger: which calls were made and what they gave, and which of them a person has to allow first."""

import time
from collections.abc import Collection
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from agents.models import (
    Approval,
    ApprovalStatus,
    AskFirst,
    CallStatus,
    ToolCallRecord,
    ToolRule,
)
from agents.tools.asked import is_asked_for, targets_of
from agents.tools.call import Call
from agents.tools.tool import Effect, Tool, ToolFailed
from omniforge.tenants import audit

_EXPIRES = timedelta(days=1)


def begin(call: Call, edited: dict[str, Any] | None) -> tuple[ToolCallRecord, str | None]:
    """Write down that a call is about to be made; returns its record, and its result if it was made before.

    Raises ToolFailed where the same write was begun and nobody knows whether it happened: then making it
    again could double it.
    """
    access = call.run.pack.access
    try:
        with transaction.atomic():
            return _record(call, call.arguments if edited is None else edited), None
    except IntegrityError:
        earlier = ToolCallRecord.objects.get(tenant_id=access.tenant_id, idempotency_key=call.key)
    if earlier.status == CallStatus.DONE:
        return earlier, str(earlier.result.get("text", ""))
    if earlier.status == CallStatus.RUNNING and call.tool.effect == Effect.IRREVERSIBLE:
        raise ToolFailed(
            f"{call.tool.name} was begun before and cut off, so it may have happened. Check, then ask again."
        )
    again = {"status": CallStatus.RUNNING, "turn_id": call.run.pack.turn_id}
    ToolCallRecord.objects.filter(pk=earlier.pk).update(**again)
    return earlier, None


def _record(call: Call, arguments: dict[str, Any]) -> ToolCallRecord:
    run, access = call.run, call.run.pack.access
    record = ToolCallRecord.objects.create(
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        run_id=run.run_id,
        turn_id=run.pack.turn_id,
        tool=call.tool.name,
        effect=call.tool.effect,
        idempotency_key=call.key,
        arguments=arguments,
    )
    if call.tool.effect != Effect.READ:
        audit.record(access=access, action="tool.called", target=record, reason=call.tool.name)
    return record


def end(record: ToolCallRecord, status: CallStatus, text: str, error: str, began: float) -> None:
    """Write down how a call ended; `began` is of the monotonic clock, in seconds."""
    record.status, record.error = status, error
    record.result = {"text": text}
    record.duration_ms = round((time.monotonic() - began) * 1000)
    record.save(update_fields=["status", "error", "result", "duration_ms"])


def calls_before(run_id: UUID, tools: Collection[str]) -> list[tuple[str, dict[str, Any], str]]:
    """Return what a run has called of these tools earlier, perhaps in another process.

    Each as its tool, its arguments and what it told: a result or a failure.
    """
    calls = ToolCallRecord.objects.filter(run_id=run_id, tool__in=tools)
    rows = calls.values_list("tool", "arguments", "result", "error")
    told = ((name, given, result.get("text") or error) for name, given, result, error in rows)
    return [one for one in told if one[-1]]


def ask_first(call: Call) -> Approval | None:
    """Return the approval that decides on a call, pending at first; None where nobody need be asked.

    Once others had a word in the run every change asks, unless the person has asked for this very one
    (`asked.py`), it is only for them to see, or the tenant has its rule.
    """
    run, access = call.run, call.run.pack.access
    own = Approval.objects.filter(tenant_id=access.tenant_id, run_id=run.run_id, signature=call.signature)
    if asked := own.first():
        return _expired(asked)
    if not _must_ask(call):
        return None
    return Approval.objects.create(
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        run_id=run.run_id,
        turn_id=run.pack.turn_id,
        signature=call.signature,
        tool=call.tool.name,
        what=call.label,
        why=call.why,
        arguments=call.arguments,
        expires_at=timezone.now() + _EXPIRES,
    )


def _expired(approval: Approval) -> Approval:
    if approval.status == ApprovalStatus.PENDING and approval.expires_at <= timezone.now():
        approval.status = ApprovalStatus.EXPIRED
        approval.save(update_fields=["status"])
    return approval


def _must_ask(call: Call) -> bool:
    """Return whether the tenant's rule, or without one the tool's effect, wants a person's word."""
    access, tool, targets = call.run.pack.access, call.tool, targets_of(call)
    rule = ToolRule.objects.filter(tenant_id=access.tenant_id, tool=tool.name).first()
    careful = call.run.tainted and not is_asked_for(call, targets)
    ask = AskFirst(rule.ask_first) if rule else default_ask(tool, careful=careful)
    if ask != AskFirst.ONCE:
        return ask == AskFirst.ALWAYS
    return not Approval.objects.filter(
        tenant_id=access.tenant_id, user_id=access.user_id, tool=tool.name, status=ApprovalStatus.APPROVED
    ).exists()


def default_ask(tool: Tool, *, careful: bool = False) -> AskFirst:
    """Return when a person is asked where the tenant has no rule for the tool."""
    asks = tool.effect == Effect.IRREVERSIBLE or (careful and not tool.private)
    return AskFirst.ALWAYS if asks else AskFirst.NEVER
