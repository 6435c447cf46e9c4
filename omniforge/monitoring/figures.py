"""Gauges of the site, collected at each scrape, in its thread."""

import time
from collections.abc import Iterator, Mapping

from django.conf import settings
from django.utils import timezone
from prometheus_client import CollectorRegistry
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from conversations.turns import shares
from conversations.turns.engine import engine
from conversations.turns.spool import files as spool_files
from conversations.turns.waiting_turns import waiting_turns
from omniforge.background.queue import times_sent
from omniforge.llm import Models
from omniforge.monitoring.health import check_parts, count_spooled
from omniforge.storage.in_time import InTime
from omniforge.tenants.connected.choice import PURPOSES
from omniforge.tenants.open_sockets import count_open

Gauges = Iterator[GaugeMetricFamily]
_in_database = InTime(waiting_turns, otherwise=None)


def _parts() -> Gauges:
    parts = check_parts(count_spooled())
    well = {name: float(how == "ok") for name, how in parts.items()}
    yield _by("part", "omniforge_part_ok", "1 where a part of /readyz is ok, else 0.", well)


def _process() -> Gauges:
    yield _one("omniforge_turns_running", "Turns of this process that have begun.", len(engine.runs))
    yield _one(
        "omniforge_turns_held",
        "Of these, those that wait for others of the same person.",
        shares.how_many_wait(),
    )
    yield _one("omniforge_sockets_open", "Open sockets of this process.", count_open())


def _models() -> Gauges:
    models = Models.from_settings()
    played = {models.name(role): float(not models.available(role)) for role in PURPOSES if models.plays(role)}
    yield _by(
        "model", "omniforge_model_breaker_open", "1 while this process asks nothing of a model.", played
    )


def _turns() -> Gauges:
    found = _in_database()
    if found is None:
        return
    waits = (timezone.now() - found.left_since).total_seconds() if found.left_since else 0.0
    yield _one("omniforge_turns_queued", "Turns that wait in the database.", found.queued)
    yield _one(
        "omniforge_turns_left_seconds", "How long the oldest waits that no process works at.", max(0.0, waits)
    )


def _spool() -> Gauges:
    try:
        waiting, failed = spool_files.files(), spool_files.how_many_failed()
    except (OSError, ValueError):  # /readyz reports it
        return
    oldest = time.time() - waiting[0].since / 1e9 if waiting else 0.0
    yield _one("omniforge_spooled", "Turns on this machine that wait for the database.", len(waiting))
    yield _one("omniforge_spool_oldest_seconds", "How long the oldest of them waits.", max(0.0, oldest))
    yield _one("omniforge_spool_failed", "Turns that were given up and set aside.", failed)


def _background() -> Gauges:
    if settings.REDIS_URL:
        from omniforge.storage.redis_cache import list_length  # its client takes 8 MB

        tasks = list_length(settings.CELERY_TASK_DEFAULT_QUEUE)  # Redis messages have no timestamps
    else:
        sent = times_sent(settings.QUEUE)
        tasks, waits = len(sent), time.time() - min(sent, default=time.time())
        yield _one("omniforge_tasks_oldest_seconds", "How long the oldest of them waits.", max(0.0, waits))
    if tasks is not None:
        yield _one("omniforge_tasks_queued", "Tasks that wait for the worker.", tasks)


GATHERED = (_parts, _process, _models, _turns, _spool, _background)


class SiteFigures(Collector):
    """A Prometheus collector that gathers the gauges for each scrape."""

    def collect(self) -> Gauges:
        for gather in GATHERED:
            yield from gather()


SITE = CollectorRegistry()
SITE.register(SiteFigures())


def _one(name: str, told: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, told, value=value)


def _by(label: str, name: str, told: str, values: Mapping[str, float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, told, labels=[label])
    for of, value in values.items():
        family.add_metric([of], value)
    return family
