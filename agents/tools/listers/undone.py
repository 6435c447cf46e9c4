"""Which changes a call of `undo` made: those of its turn, between its begin and its end."""

from collections import defaultdict
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from uuid import UUID

from agents.models import CallStatus, ToolCallRecord
from omniforge.tenants.access import Access

Undoing = Callable[[UUID | None, datetime], bool]
_UNDO = "undo"


def undoing(access: Access, turns: Collection[UUID]) -> Undoing:
    """Return a function that says whether a change of a turn at a time took another one back."""
    calls = ToolCallRecord.objects.filter(
        tenant_id=access.tenant_id, turn_id__in=turns, tool=_UNDO, status=CallStatus.DONE
    )
    spans = defaultdict[UUID | None, list[tuple[datetime, datetime]]](list)
    for turn, began, took in calls.values_list("turn_id", "created_at", "duration_ms") if turns else ():
        spans[turn].append((began, began + timedelta(milliseconds=took or 0)))
    return lambda turn, at: any(began <= at <= ended for began, ended in spans[turn])
