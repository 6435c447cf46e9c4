"""This process's counters for Prometheus. No label contains a text chosen by a person or workspace."""

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, disable_created_metrics

disable_created_metrics()  # type: ignore[no-untyped-call]  # they double the series, and nobody reads them
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
ENDINGS = ("completed", "cancelled", "interrupted", "failed")

FIRST_TEXT = Histogram(
    "omniforge_first_text_seconds",
    "From a message to the first text of its answer; of one that waited in its conversation, from its begin.",
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 8, 13, 20, 30, 60),
    registry=REGISTRY,
)
TURNS_ENDED = Counter("omniforge_turns_ended", "Turns that ended, by how.", ["ending"], registry=REGISTRY)
LEASES_LOST = Counter(
    "omniforge_leases_lost", "Turns of this process that another one may have taken over.", registry=REGISTRY
)
TURNS_ABANDONED = Counter(
    "omniforge_turns_abandoned", "Turns of dead processes that this one ended.", registry=REGISTRY
)
MODEL_CALLS = Counter(
    "omniforge_model_calls",
    "Calls of models; the outcome is ok or a code of an error.",
    ["provider", "role", "outcome"],
    registry=REGISTRY,
)
MODEL_TOKENS = Counter(
    "omniforge_model_tokens", "Tokens read and written.", ["provider", "role", "direction"], registry=REGISTRY
)
MODEL_COST = Counter(
    "omniforge_model_cost_dollars", "What calls cost.", ["provider", "role"], registry=REGISTRY
)
REQUESTS = Counter(
    "omniforge_http_requests",
    "Answers that began, by the template of the path.",
    ["method", "route", "status"],
    registry=REGISTRY,
)
REDIS_PAUSES = Counter(
    "omniforge_redis_pauses",
    "How often Redis did not answer and was left alone for a second.",
    registry=REGISTRY,
)

for _ending in ENDINGS:  # so that the first increment is visible as a rise from zero
    TURNS_ENDED.labels(_ending)
