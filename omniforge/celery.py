"""The Celery application: what must outlive a web process and is not a turn."""

import os
import warnings
from typing import Any

from celery import Celery
from celery.exceptions import SecurityWarning, WorkerShutdown
from celery.signals import setup_logging, worker_shutting_down

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omniforge.settings")

app = Celery("omniforge")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["conversations"])

# Celery warns root of messages that run code when they are read; ours are JSON.
warnings.filterwarnings("ignore", category=SecurityWarning)


@setup_logging.connect
def keep_django_logging(**options: Any) -> None:
    """Listening is enough: Celery then leaves Django's log settings, with their redaction, in place."""


@worker_shutting_down.connect
def stop_waiting(**options: Any) -> None:
    """End the wait for messages at once, which takes four seconds by itself; running tasks are finished."""
    raise WorkerShutdown(0)
