"""What the operator's figures tell of turns that have ended."""

from conversations.models import TurnStatus
from conversations.turns.progress import Progress
from omniforge.telemetry.metrics import FIRST_TEXT, LEASES_LOST, TURNS_ABANDONED, TURNS_ENDED


def count_end(status: TurnStatus, progress: Progress, since: float) -> None:
    """Count a turn that this process has ended; `since`, of the monotonic clock, is when it was asked for."""
    TURNS_ENDED.labels(status).inc()
    if progress.first_text is not None:
        FIRST_TEXT.observe(progress.first_text - since)


def count_abandoned() -> None:
    """Count a turn of a dead process that this one has ended."""
    TURNS_ABANDONED.inc()
    TURNS_ENDED.labels(TurnStatus.INTERRUPTED).inc()


def count_lost() -> None:
    """Count a turn whose lease this process did not keep."""
    LEASES_LOST.inc()
