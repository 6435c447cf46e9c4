"""The Celery application: what must outlive a web process and is not a turn."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omniforge.settings")

app = Celery("omniforge")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["conversations"])
