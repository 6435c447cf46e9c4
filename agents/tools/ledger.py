"""The ledger records which calls were made, and their results."""

import re
import time
from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from agents.failures import ToolFailed
from agents.models import CallStatus, ToolCallRecord
from agents.tools.approvals import asked_of
from agents.tools.call import Call
from agents.tools.tool import Effect
from omniforge.projects.models import Action, Version
from omniforge.tenants import audit

_RESULT_ID = re.compile(r'"result_id":"([0-9a-f-]{36})"')
_UNDO = "undo"
_REQUEST = "request"  # the id of a model's request, in its call's result
_LOOKED_THROUGH = 50  # calls, newest first


def begin(call: Call, edited: dict[str, Any] | None) -> tuple[ToolCallRecord, str | None]:
    """Record that a call is about to be made. Returns its record, and its result if it was made before.

    Raises ToolFailed if the same write was begun and its outcome is unknown: repeating it could double it.
    """
    arguments = call.arguments if edited is None else edited
    try:
        with transaction.atomic():
            return _record(call, arguments, call.key), None
    except IntegrityError:
        times = list(_made_before(call))
    earlier = times[-1]
    if earlier.status == CallStatus.DONE:
        if _is_meant_anew(call, earlier):
            return _record(call, arguments, f"{call.key}:{len(times)}"), None
        return earlier, str(earlier.result.get("text", ""))
    if earlier.status == CallStatus.RUNNING and call.effect == Effect.IRREVERSIBLE:
        raise ToolFailed(
            f"{call.tool.name} was begun before and cut off, so it may have happened. Check, then ask again."
        )
    again = {"status": CallStatus.RUNNING, "turn_id": call.run.pack.turn_id}
    ToolCallRecord.objects.filter(pk=earlier.pk).update(**again)
    return earlier, None


def _made_before(call: Call) -> QuerySet[ToolCallRecord]:
    """Return the records of the same write in this run, oldest first."""
    records = ToolCallRecord.objects.filter(tenant_id=call.run.pack.access.tenant_id, run_id=call.run.run_id)
    same = Q(idempotency_key=call.key) | Q(idempotency_key__startswith=f"{call.key}:")
    return records.filter(same).order_by("id")


def _is_meant_anew(call: Call, earlier: ToolCallRecord) -> bool:
    """Return whether something changed since the same write, and a model wants it once more.

    The same request is only made again after a crash, and a step's call by rules has no request of a model.
    A permanent effect, or one that a person approved once, is never repeated.
    """
    if call.effect == Effect.IRREVERSIBLE or call.step_id or asked_of(call).exists():
        return False
    return earlier.result.get(_REQUEST) != call.id and _has_changed_since(call, earlier)


def _has_changed_since(call: Call, earlier: ToolCallRecord) -> bool:
    """Return whether the run wrote anything since a call, or projects were changed by anything else.

    What was added would be there twice, unless something was taken away since.
    """
    runs = ToolCallRecord.objects.filter(run_id=earlier.run_id, status=CallStatus.DONE, id__gt=earlier.pk)
    later = runs.exclude(effect=Effect.READ)
    changes = Version.objects.filter(tenant_id=earlier.tenant_id, id__gt=earlier.pk)
    others = changes.filter(~Q(turn_id=earlier.turn_id) | Q(turn_id=None))
    if not call.adds:
        return later.exists() or others.exists()
    return any(map(_takes_away, later)) or others.filter(action=Action.DELETE).exists()


def _takes_away(made: ToolCallRecord) -> bool:
    operations = made.arguments.get("operations", ())
    deletes = made.arguments.get("do") == "delete" or any(one["op"] == "delete" for one in operations)
    return made.tool == _UNDO or deletes


def _record(call: Call, arguments: dict[str, Any], key: str | None) -> ToolCallRecord:
    run, access = call.run, call.run.pack.access
    record = ToolCallRecord.objects.create(
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        run_id=run.run_id,
        turn_id=run.pack.turn_id,
        tool=call.tool.name,
        effect=call.effect,
        idempotency_key=key,
        arguments=arguments,
        result={_REQUEST: call.id},
    )
    if call.effect != Effect.READ:
        audit.record(access=access, action="tool.called", target=record, reason=call.tool.name)
    return record


def end(
    record: ToolCallRecord, status: CallStatus, text: str, error: str, began: float, summary: str = ""
) -> None:
    """Record how a call ended. `began` is a monotonic clock time in seconds."""
    record.status, record.error = status, error
    record.result |= {"text": text, "summary": summary}
    record.duration_ms = round((time.monotonic() - began) * 1000)
    record.save(update_fields=["status", "error", "result", "duration_ms", "strangers", "uploaded"])


def calls_before(run_id: UUID, tools: Collection[str]) -> list[tuple[str, dict[str, Any], str]]:
    """Return a run's earlier calls of these tools, including those of another process.

    Each is (tool, arguments, result or error text).
    """
    calls = ToolCallRecord.objects.filter(run_id=run_id, tool__in=tools)
    rows = calls.values_list("tool", "arguments", "result", "error")
    told = ((name, given, result.get("text") or error) for name, given, result, error in rows)
    return [one for one in told if one[-1]]


def origins_read(run_id: UUID) -> tuple[bool, bool]:
    """Return whether a run has read text by a stranger, and text of a file that the person uploaded."""
    calls = ToolCallRecord.objects.filter(run_id=run_id).values_list("strangers", "uploaded")
    read = [one for one in calls.distinct() if any(one)]
    return any(by_stranger for by_stranger, _ in read), any(uploaded for _, uploaded in read)


def writes_of(**of: UUID) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Return the completed writes of a `run_id` or `turn_id`, oldest first: (tool, arguments, result)."""
    made = ToolCallRecord.objects.filter(**of, status=CallStatus.DONE).exclude(effect=Effect.READ)
    return list(made.order_by("id").values_list("tool", "arguments", "result"))


def tables_of(run_id: UUID) -> list[tuple[str, str]]:
    """Return the ids of the tables that a run's calls stored, oldest first, each with its call in words."""
    calls = ToolCallRecord.objects.filter(run_id=run_id, status=CallStatus.DONE).order_by("-id")
    rows = calls.values_list("tool", "result")[:_LOOKED_THROUGH]
    found = (
        (table, f"{tool}: {result.get('summary') or 'done'}")
        for tool, result in reversed(rows)
        for table in _RESULT_ID.findall(str(result.get("text", "")))
    )
    first = dict[str, str]()
    for table, what in found:
        first.setdefault(table, what)
    return [*first.items()]
