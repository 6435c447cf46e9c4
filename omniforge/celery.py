"""The Celery application: what must outlive a web process and is not a turn."""

import os
import warnings
from typing import Any

from celery import Celery
from celery.platforms import SecurityWarning
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omniforge.settings")

app = Celery("omniforge")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["conversations"])

# Celery warns root of messages that run code when they are read; ours are JSON.
warnings.filterwarnings("ignore", category=SecurityWarning)


@setup_logging.connect
def keep_django_logging(**options: Any) -> None:
    """Listening is enough: Celery then leaves Django's log settings, with their redaction, in place."""
