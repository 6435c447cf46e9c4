"""Metrics of ended turns."""

from conversations.models import TurnStatus
from conversations.turns.progress import Progress
from omniforge.telemetry.metrics import FIRST_TEXT, LEASES_LOST, TURNS_ABANDONED, TURNS_ENDED


def count_end(status: TurnStatus, progress: Progress, since: float) -> None:
    """Count a turn that this process ended. `since` is the monotonic time of its message."""
    TURNS_ENDED.labels(status).inc()
    if progress.first_text is not None:
        FIRST_TEXT.observe(progress.first_text - since)


def count_abandoned() -> None:
    """Count a dead process's turn that this one ended."""
    TURNS_ABANDONED.inc()
    TURNS_ENDED.labels(TurnStatus.INTERRUPTED).inc()


def count_lost() -> None:
    """Count a turn whose lease this process lost."""
    LEASES_LOST.inc()
