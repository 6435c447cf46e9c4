"""`/metrics`: metrics of this process and the site for Prometheus, with the operator's token."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from omniforge.telemetry.metrics import REGISTRY
from omniforge.tenants.authentication import key_in

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4  # supported by every Prometheus version


def metrics(request: HttpRequest) -> HttpResponse:
    """Return all metrics, 404 without the token."""
    if not may_scrape(request.headers.get("Authorization", "")):
        raise Http404
    from omniforge.monitoring.figures import SITE  # imports the engine, which commands don't need

    told = generate_latest(REGISTRY) + generate_latest(SITE)
    return HttpResponse(told, content_type=CONTENT_TYPE)


def may_scrape(authorization: str) -> bool:
    """Return whether a header has the operator's token, always false if none is configured."""
    given = key_in({"Authorization": authorization}) or ""
    return bool(settings.METRICS_TOKEN) and constant_time_compare(given, settings.METRICS_TOKEN)
