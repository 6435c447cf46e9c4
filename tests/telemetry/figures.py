"""Parses metrics like Prometheus does."""

from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from omniforge.telemetry.metrics import REGISTRY

Figures = dict[str, float]


def counted(name: str, registry: CollectorRegistry = REGISTRY, **labels: str) -> float:
    """Return the current value of a metric of this process."""
    return registry.get_sample_value(name, labels) or 0.0


def read(told: str) -> Figures:
    """Return each sample of an exposition by its name with its labels."""
    samples = [sample for family in text_string_to_metric_families(told) for sample in family.samples]
    return {_key(sample.name, sample.labels): sample.value for sample in samples}


def _key(name: str, labels: dict[str, str]) -> str:
    inside = ",".join(f"{label}={value}" for label, value in sorted(labels.items()))
    return f"{name}{{{inside}}}" if inside else name
