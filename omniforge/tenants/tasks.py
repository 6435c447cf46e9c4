"""Background work by the clock. Each task is an interface: its work is a function that may run again."""

from celery import shared_task

from omniforge.tenants import sealing


@shared_task
def seal_audit() -> None:
    """Put entries into the audit chains that a killed process has left out."""
    sealing.seal_waiting()
