"""Background work by the clock. Each task is an interface: its work is a function that may run again."""

from celery import shared_task

from omniforge.tenants import browser_sessions, password_reset, sealing


@shared_task
def seal_audit() -> None:
    """Put entries into the audit chains that a killed process has left out."""
    sealing.seal_waiting()


@shared_task(autoretry_for=(OSError,), retry_backoff=10, max_retries=4)
def send_reset_link(email: str, site: str, asked_from: str) -> None:
    """Send a link for another password; again where the mail server does not take it."""
    password_reset.send_reset_link(email=email, site=site, asked_from=asked_from)


@shared_task
def clear_expired_sessions() -> None:
    """Forget the sessions whose time is over."""
    browser_sessions.clear_expired_sessions()
