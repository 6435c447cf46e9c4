"""The number of turns waiting in the database, for metrics."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, Min, OuterRef, Q

from conversations.models import Turn, TurnStatus
from omniforge.storage.workspace_scope import across_workspaces


@dataclass(frozen=True, slots=True)
class WaitingTurns:
    """`left_since` is the arrival of the oldest turn in a conversation on which no process works."""

    queued: int
    left_since: datetime | None


@across_workspaces()
def waiting_turns() -> WaitingTurns:
    """Count them, in one query over the partial index of waiting turns."""
    running = Turn.objects.filter(conversation=OuterRef("conversation"), status=TurnStatus.RUNNING)
    found: dict[str, Any] = Turn.objects.filter(status=TurnStatus.QUEUED).aggregate(
        queued=Count("pk"), left_since=Min("created_at", filter=~Q(Exists(running)))
    )
    return WaitingTurns(**found)
