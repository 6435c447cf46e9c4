"""The Celery application: what must outlive a web process and is not a turn."""

import gc
import logging
import os
import warnings
from typing import Any

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.platforms import EX_FAILURE
from celery.signals import setup_logging, task_prerun, worker_init, worker_ready
from celery.worker import state
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from omniforge.background import heartbeat, queue  # noqa: F401  the queue makes itself known to Celery by its name
from omniforge.background.clock import Clock
from omniforge.storage.reach import open_all
from omniforge.telemetry.about import note

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omniforge.settings")

logger = logging.getLogger(__name__)
_EVERY = 5.0  # seconds

app = Celery("omniforge")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["conversations", "omniforge.projects", "omniforge.tenants"])

# Celery warns root of messages that run code when they are read; ours are JSON.
warnings.filterwarnings("ignore", category=SecurityWarning)


@setup_logging.connect
def keep_django_logging(**options: Any) -> None:
    """Listening is enough: Celery then leaves Django's log settings, with their redaction, in place."""


@worker_init.connect
def refuse_wrong_keys(**options: Any) -> None:
    """End a worker that would write under another key than the database was written with."""
    from omniforge.tenants.canary import check_canary  # Django is set up by now, and not before

    try:
        check_canary()
    except ImproperlyConfigured as refusal:
        raise SystemExit(str(refusal)) from refusal


@worker_init.connect
def end_clock_with_worker(**options: Any) -> None:
    """Leave no clock behind when the worker is killed: the process that it forks for it inherits this."""
    Clock.worker = os.getpid()


@worker_init.connect
def keep_what_is_loaded(**options: Any) -> None:
    """Let neither the worker at its end nor the clock, its fork, look through what was loaded once more."""
    gc.freeze()


@worker_ready.connect
def watch_over_clock(sender: Any, **options: Any) -> None:
    """Tell that the worker is there, and end it when its clock has died, so that both are started again."""
    heartbeat.beat()
    sender.timer.call_repeatedly(_EVERY, _end_without_clock, (sender.controller,))


@task_prerun.connect
def begin_task(task_id: str, task: Any, **options: Any) -> None:
    """Let log lines say which task they are of; its thread works at another one afterwards.

    What the worker does by the clock it does for all workspaces.
    """
    open_all()
    note(request_id=task_id, task=task.name)


@worker_ready.connect
def tell_figures(**options: Any) -> None:
    """Let Prometheus read what the worker counts, where the operator says."""
    if settings.METRICS_TOKEN and settings.METRICS_WORKER:
        from omniforge.monitoring.worker_metrics import (
            listen,  # loads models, for which Django is set up by now
        )

        listen(settings.METRICS_WORKER)


def _end_without_clock(worker: Any) -> None:
    if worker.beat and not worker.beat.is_alive():
        logger.error("the clock has died, so the worker ends")
        setattr(state, "should_stop", EX_FAILURE)  # noqa: B010  its type says None alone


@app.task(name="omniforge.beat", expires=heartbeat.LASTS)
def beat() -> None:
    """Tell that clock, queue and worker do their work."""
    heartbeat.beat()
