"""The Celery application: what must outlive a web process and is not a turn."""

import os
import warnings
from typing import Any

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import setup_logging, worker_init
from django.core.exceptions import ImproperlyConfigured
from kombu.transport import TRANSPORT_ALIASES, filesystem

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omniforge.settings")

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


class FolderTransport(filesystem.Transport):
    """The queue in a folder, with short waits: the worker sees only between two of them that it shall end."""

    def drain_events(self, connection: Any, timeout: float | None = None, **options: Any) -> None:
        """Handle one message. Raises TimeoutError where none came in a tenth of a second."""
        super().drain_events(connection, timeout=0.1)


TRANSPORT_ALIASES["filesystem"] = f"{__name__}:FolderTransport"
