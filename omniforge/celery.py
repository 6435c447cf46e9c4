"""The Celery application: work that outlives a web process and isn't a turn."""

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
from omniforge.storage.workspace_scope import enter_all_workspaces
from omniforge.telemetry.about import add_ids

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omniforge.settings")

logger = logging.getLogger(__name__)
_EVERY = 5.0  # seconds

app = Celery("omniforge")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["conversations", "omniforge.projects", "omniforge.tenants"])

# Celery warns against running as root because pickled messages can run code; ours are JSON.
warnings.filterwarnings("ignore", category=SecurityWarning)


@setup_logging.connect
def keep_django_logging(**options: Any) -> None:
    """Connecting to the signal is enough: Celery then keeps Django's log settings and their redaction."""


@worker_init.connect
def refuse_wrong_keys(**options: Any) -> None:
    """Stop a worker whose encryption key isn't the database's."""
    from omniforge.tenants.canary import check_canary  # Django isn't set up at import time

    try:
        check_canary()
    except ImproperlyConfigured as refusal:
        raise SystemExit(str(refusal)) from refusal


@worker_init.connect
def end_clock_with_worker(**options: Any) -> None:
    """Stop the clock when the worker is killed: the forked clock process inherits this setting."""
    Clock.worker = os.getpid()


@worker_init.connect
def keep_what_is_loaded(**options: Any) -> None:
    """Exclude loaded objects from garbage collection, in the worker and in the clock, its fork."""
    gc.freeze()


@worker_ready.connect
def watch_over_clock(sender: Any, **options: Any) -> None:
    """Send the first heartbeat, and stop the worker if its clock dies, so that both are restarted."""
    heartbeat.beat()
    sender.timer.call_repeatedly(_EVERY, _end_without_clock, (sender.controller,))


@task_prerun.connect
def begin_task(task_id: str, task: Any, **options: Any) -> None:
    """Set the task's id for log lines. The thread works on another task afterwards.

    Scheduled tasks may access all workspaces.
    """
    enter_all_workspaces()
    add_ids(request_id=task_id, task=task.name)


@worker_ready.connect
def tell_figures(**options: Any) -> None:
    """Expose the worker's metrics to Prometheus if the operator set an address."""
    if settings.METRICS_TOKEN and settings.METRICS_WORKER:
        from omniforge.monitoring.worker_metrics import (
            listen,  # imports models, so Django must be set up
        )

        listen(settings.METRICS_WORKER)


def _end_without_clock(worker: Any) -> None:
    if worker.beat and not worker.beat.is_alive():
        logger.error("the clock has died, so the worker ends")
        setattr(state, "should_stop", EX_FAILURE)  # noqa: B010  its type says None alone


@app.task(name="omniforge.beat", expires=heartbeat.LASTS)
def beat() -> None:
    """Write the heartbeat of clock, queue and worker."""
    heartbeat.beat()
