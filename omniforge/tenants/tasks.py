"""Celery tasks. Each only calls a function, which may safely run again."""

from celery import shared_task

from omniforge.background.later import decrypt_arguments
from omniforge.tenants import browser_sessions, notices, password_reset, seal


@shared_task
def seal_audit() -> None:
    """Seal audit entries that a killed process left unsealed."""
    seal.seal_waiting()


@shared_task(autoretry_for=(OSError,), retry_backoff=10, max_retries=4)
def send_reset_link(sealed: str) -> None:
    """Send a password reset link. Retry if the mail server doesn't accept it."""
    password_reset.send_reset_link(**decrypt_arguments(sealed))


@shared_task(autoretry_for=(OSError,), retry_backoff=10, max_retries=4)
def send_notice(sealed: str) -> None:
    """Mail somebody that their account was changed. Retry if the mail server doesn't accept it."""
    notices.send_notice(**decrypt_arguments(sealed))


@shared_task
def clear_expired_sessions() -> None:
    """Delete expired sessions."""
    browser_sessions.clear_expired_sessions()
